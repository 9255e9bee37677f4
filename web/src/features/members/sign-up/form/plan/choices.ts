import type { SignUpForm } from '../../sign-up-form.ts';

export type Choices = Pick<SignUpForm, 'freeForMonth' | 'doNotProrate'>;

/** The part of a plan on which the choices depend. */
export interface ProratedPlan {
  allow_prorate: boolean;
}

/** Whether the plan is always charged for the whole month: then do-not-prorate is on and cannot be changed. */
export const isFullMonthOnly = (plan: ProratedPlan | null): boolean => plan?.allow_prorate === false;

/** The choices that hold for the plan: one that allows no proration overrules what was ticked, which stays in the form. */
export function choicesFor(ticked: Choices, plan: ProratedPlan | null): Choices {
  if (isFullMonthOnly(plan)) return { freeForMonth: false, doNotProrate: true };
  return { freeForMonth: ticked.freeForMonth, doNotProrate: ticked.doNotProrate };
}

/** Ticking one choice clears the other; see docs/rules/billing.md#sign-up-choices. */
export const withFreeForMonth = (ticked: Choices, on: boolean): Choices => ({ freeForMonth: on, doNotProrate: ticked.doNotProrate && !on });
export const withDoNotProrate = (ticked: Choices, on: boolean): Choices => ({ doNotProrate: on, freeForMonth: ticked.freeForMonth && !on });
