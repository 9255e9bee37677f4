import type { SignUpForm } from '../sign-up-form.ts';

export type Choices = Pick<SignUpForm, 'freeForMonth' | 'doNotProrate'>;

/** As far as the choices depend on a plan. */
export interface ProratedPlan {
  allow_prorate: boolean;
}

/** Whether the plan is always charged in full: do-not-prorate is on and cannot be changed (front-desk section 4). */
export const isFullMonthOnly = (plan: ProratedPlan | null): boolean => plan?.allow_prorate === false;

/** What holds for the plan that is chosen: one that allows no proration overrules what was ticked, without forgetting it. */
export function choicesFor(ticked: Choices, plan: ProratedPlan | null): Choices {
  if (isFullMonthOnly(plan)) return { freeForMonth: false, doNotProrate: true };
  return { freeForMonth: ticked.freeForMonth, doNotProrate: ticked.doNotProrate };
}

/** Turning one on clears the other (front-desk section 4, "Free for month / do not prorate"). */
export const withFreeForMonth = (ticked: Choices, on: boolean): Choices => ({ freeForMonth: on, doNotProrate: ticked.doNotProrate && !on });
export const withDoNotProrate = (ticked: Choices, on: boolean): Choices => ({ doNotProrate: on, freeForMonth: ticked.freeForMonth && !on });
