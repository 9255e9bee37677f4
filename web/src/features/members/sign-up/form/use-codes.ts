import type { Plan } from '@washdesk/contracts/billing/subscription';
import { useEffect, useRef } from 'react';
import type { FormDialog } from './dialogs.ts';
import type { FormAccess } from './form-access.ts';
import { completedPlate, applyPlateRule } from './plate-rule.ts';
import { completedTag } from './normalize-form.ts';
import { useCodeCheck, type CodeCheck, type CodeEntry } from './use-code-check.ts';

interface Options extends Pick<FormAccess, 'form' | 'change'> {
  plan: Plan | null;
  /** What a plate gets whose state nobody typed, and a wash plan's plate that ends in HI. */
  defaultState: string;
  open: (dialog: FormDialog) => void;
}

export interface Codes extends Pick<CodeCheck, 'unchecked'> {
  /** Takes a plate or tag that somebody has finished typing or has scanned. */
  take: (entry: CodeEntry) => void;
  choosePlan: (plan: Plan) => void;
}

/** Plate, tag and plan, which depend on one another (front-desk section 4, "Plate and plan rule"; section 8, existing customer). */
export function useCodes({ form, change, plan, defaultState, open }: Options): Codes {
  const latest = useRef({ form, plan });
  useEffect(() => {
    latest.current = { form, plan };
  });

  const { check, unchecked } = useCodeCheck(({ field, code, before }, customers) => {
    const now = latest.current;
    // another code by now: nobody holds that against it
    if (now.form[field] !== code) return;
    const suits = field === 'tag' || applyPlateRule(before, now.plan, defaultState).kind === 'suits';
    change({ [field]: before, ...(!suits && { plan: null }) });
    open({ mode: 'foundcustomers', field, code, customers });
  });

  /** The plate as the plan needs it, told where that is another than was entered. */
  const takePlate = (entered: string, before: string, chosen: Plan | null): void => {
    const verdict = applyPlateRule(entered, chosen, defaultState);
    const plate = verdict.kind === 'rewritten' ? verdict.plate : entered;
    change({ plate, ...(chosen && { plan: verdict.kind === 'impossible' ? null : chosen.PlanId }) });
    if (verdict.kind !== 'suits') open({ mode: 'platewarning', why: verdict.why, plate });
    if (plate !== before) check({ field: 'plate', code: plate, before }, form.customer);
  };

  return {
    unchecked,
    choosePlan: (chosen) => takePlate(form.plate, form.plate, chosen),
    take: ({ field, code, before }) => {
      if (field === 'plate') return takePlate(completedPlate(code, plan, defaultState), before, plan);
      const tag = completedTag(code);
      change({ tag });
      if (tag !== before) check({ field, code: tag, before }, form.customer);
    },
  };
}
