import { useEffect, useRef, useState } from 'react';
import type { Plan } from '@washdesk/contracts/billing/plans/subscription';
import type { Customer } from '@washdesk/contracts/members/customer';
import { readCode } from '@washdesk/rules/codes/code-forms';
import { isCode } from '@washdesk/rules/codes/codes';
import { useLazyCustomerCheckQuery } from '../../../../../domain/customers/customer-api.ts';
import type { CodeField } from '../fields/field-order.ts';
import type { FormDialog } from '../form-dialogs.tsx';
import type { FormControl } from '../state/form-control.ts';
import { completedPlate, applyPlateRule } from './code-rules.ts';

export interface CodeEntry {
  field: CodeField;
  code: string;
  /** The field's value before the entry. */
  before: string;
}

export interface Codes {
  /** Completes a typed or scanned plate or tag and looks up its holder. */
  enter: (entry: CodeEntry) => void;
  choosePlan: (plan: Plan) => void;
  /** The codes whose lookup failed: the server rejects a taken code when the sign-up is sent. */
  unchecked: Partial<Record<CodeField, string | null>>;
}

interface Options extends Pick<FormControl, 'change' | 'getValues'> {
  plan: Plan | null;
  /** The location's state, for a plate typed without one and for a wash plan's HI plate. */
  defaultState: string;
  open: (dialog: FormDialog) => void;
}

/**
 * Manages plate, tag and plan, which depend on one another; see docs/rules/billing.md#plate-and-plan and
 * docs/rules/members.md#shared-codes.
 */
export function useCodes({ change, getValues, plan, defaultState, open }: Options): Codes {
  const latestPlan = useRef(plan);
  useEffect(() => {
    latestPlan.current = plan;
  });

  const { lookUp, unchecked } = useHolders(({ field, code, before }, customers) => {
    // The field may have changed before the response arrived.
    if (getValues(field) !== code) return;
    const suits = field === 'tag' || applyPlateRule(before, latestPlan.current, defaultState).kind === 'suits';
    change({ [field]: before, ...(!suits && { plan: null }) });
    open({ mode: 'foundcustomers', field, code, customers });
  });

  /** Sets the plate to match the plan, with a warning if that changes the entered one. */
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
      const tag = readCode(code);
      change({ tag });
      if (tag !== before) lookUp({ field, code: tag, before }, getValues('customer'));
    },
  };
}

/** Looks up the customers who already have a code. */
function useHolders(onFound: (entry: CodeEntry, holders: readonly Customer[]) => void) {
  const [find] = useLazyCustomerCheckQuery();
  const [unchecked, setUnchecked] = useState<Codes['unchecked']>({});

  /** @param self the customer who signs up and may have the code */
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
