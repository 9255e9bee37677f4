/** How the first month of a plan is charged, as selected (docs/rules/billing.md#sign-up-choices). */
export interface StartChoices {
  freeForMonth: boolean;
  doNotProrate: boolean;
  chargeForLastMonth: boolean;
}

export type StartChoice = keyof StartChoices;

/** The property of a plan that determines the choices. */
export interface ProratedPlan {
  allow_prorate: boolean;
}

export const noChoices: StartChoices = { freeForMonth: false, doNotProrate: false, chargeForLastMonth: false };

/** Whether the plan is always charged for the whole month: do-not-prorate is then on and fixed. */
export const isFullMonthOnly = (plan: ProratedPlan | null): boolean => plan?.allow_prorate === false;

/** Returns the effective choices for the plan: one without proration overrides the selection, which stays in the form. */
export function choicesFor({ freeForMonth, doNotProrate, chargeForLastMonth }: StartChoices, plan: ProratedPlan | null): StartChoices {
  if (isFullMonthOnly(plan)) return { freeForMonth: false, doNotProrate: true, chargeForLastMonth };
  return { freeForMonth, doNotProrate, chargeForLastMonth };
}

/** Returns the choices after a change: a free month excludes both others, so selecting one clears what it excludes. */
export function withChoice(
  { freeForMonth, doNotProrate, chargeForLastMonth }: StartChoices,
  choice: StartChoice,
  on: boolean,
): StartChoices {
  if (choice === 'freeForMonth')
    return { freeForMonth: on, doNotProrate: doNotProrate && !on, chargeForLastMonth: chargeForLastMonth && !on };
  return { doNotProrate, chargeForLastMonth, [choice]: on, freeForMonth: freeForMonth && !on };
}
