import type { Customer } from '@washdesk/contracts/members/customer';
import type { Plan } from '@washdesk/contracts/billing/subscription';
import { isCode } from '@washdesk/rules/codes/codes';
import { useEffect, useRef, useState } from 'react';
import { useLazyCustomerCheckQuery } from '../../../../../domain/customers/customer-api.ts';
import type { CodeField } from '../fields/field-order.ts';
import type { FormDialog } from '../form-dialogs.tsx';
import type { FormControl } from '../state/form-control.ts';
import { completedPlate, completedTag, applyPlateRule } from './code-rules.ts';

export interface CodeEntry {
  field: CodeField;
  code: string;
  /** What the field held before the entry. */
  before: string;
}

export interface Codes {
  /** Completes a plate or tag that was typed or scanned, and looks up who has it. */
  enter: (entry: CodeEntry) => void;
  choosePlan: (plan: Plan) => void;
  /** The codes whose look-up failed: the server refuses a code that somebody has when the sign-up is sent. */
  unchecked: Partial<Record<CodeField, string | null>>;
}

interface Options extends Pick<FormControl, 'change' | 'getValues'> {
  plan: Plan | null;
  /** The location's state, for a plate typed without one and for a wash plan's plate that ends in HI. */
  defaultState: string;
  open: (dialog: FormDialog) => void;
}

/** Plate, tag and plan, which depend on one another; see docs/rules/billing.md#plate-and-plan and docs/rules/members.md#shared-codes. */
export function useCodes({ change, getValues, plan, defaultState, open }: Options): Codes {
  const latestPlan = useRef(plan);
  useEffect(() => {
    latestPlan.current = plan;
  });

  const { lookUp, unchecked } = useHolders(({ field, code, before }, customers) => {
    // The field may hold another code by the time of the answer.
    if (getValues(field) !== code) return;
    const suits = field === 'tag' || applyPlateRule(before, latestPlan.current, defaultState).kind === 'suits';
    change({ [field]: before, ...(!suits && { plan: null }) });
    open({ mode: 'foundcustomers', field, code, customers });
  });

  /** Sets the plate as the plan needs it, with a warning where that is another plate than the one entered. */
  const enterPlate = (entered: string, before: string, chosen: Plan | null): void => {
    const verdict = applyPlateRule(entered, chosen, defaultState);
    const plate = verdict.kind === 'rewritten' ? verdict.plate : entered;
    change({ plate, ...(chosen && { plan: verdict.kind === 'impossible' ? null : chosen.PlanId }) });
    if (verdict.kind !== 'suits') open({ mode: 'platewarning', why: verdict.why, plate });
    if (plate !== before) lookUp({ field: 'plate', code: plate, before }, getValues('customer'));
  };

  return {
    unchecked,
    choosePlan: (chosen) => {
      const plate = getValues('plate');
      enterPlate(plate, plate, chosen);
    },
    enter: ({ field, code, before }) => {
      if (field === 'plate') return enterPlate(completedPlate(code, plan, defaultState), before, plan);
      const tag = completedTag(code);
      change({ tag });
      if (tag !== before) lookUp({ field, code: tag, before }, getValues('customer'));
    },
  };
}

/** Looks up the customers who have a code already. */
function useHolders(onFound: (entry: CodeEntry, holders: readonly Customer[]) => void) {
  const [find] = useLazyCustomerCheckQuery();
  const [unchecked, setUnchecked] = useState<Codes['unchecked']>({});

  /** @param self the customer who signs up, who may have the code */
  const lookUp = (entry: CodeEntry, self: string | null): void => {
    const { field, code } = entry;
    if (!isCode(code)) return;
    void find({ params: { code } }).then(({ data, isError }) => {
      setUnchecked((before) => ({ ...before, [field]: isError ? code : null }));
      const holders = data?.customers.filter(({ id }) => id !== self) ?? [];
      if (holders.length > 0) onFound(entry, holders);
    });
  };
  return { lookUp, unchecked };
}
