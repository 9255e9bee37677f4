/** How the first month of a plan is charged, as it was ticked (docs/rules/billing.md#sign-up-choices). */
export interface StartChoices {
  freeForMonth: boolean;
  doNotProrate: boolean;
  chargeForLastMonth: boolean;
}

export type StartChoice = keyof StartChoices;

/** The part of a plan on which the choices depend. */
export interface ProratedPlan {
  allow_prorate: boolean;
}

export const noChoices: StartChoices = { freeForMonth: false, doNotProrate: false, chargeForLastMonth: false };

/** Whether the plan is always charged for the whole month: then do-not-prorate is on and cannot be changed. */
export const isFullMonthOnly = (plan: ProratedPlan | null): boolean => plan?.allow_prorate === false;

/** The choices that hold for the plan: one that allows no proration overrules what was ticked, which stays in the form. */
export function choicesFor({ freeForMonth, doNotProrate, chargeForLastMonth }: StartChoices, plan: ProratedPlan | null): StartChoices {
  if (isFullMonthOnly(plan)) return { freeForMonth: false, doNotProrate: true, chargeForLastMonth };
  return { freeForMonth, doNotProrate, chargeForLastMonth };
}

/** The choices after one was ticked or cleared: a free month excludes both others, so ticking one clears what it excludes. */
export function withChoice(
  { freeForMonth, doNotProrate, chargeForLastMonth }: StartChoices,
  choice: StartChoice,
  on: boolean,
): StartChoices {
  if (choice === 'freeForMonth')
    return { freeForMonth: on, doNotProrate: doNotProrate && !on, chargeForLastMonth: chargeForLastMonth && !on };
  return { doNotProrate, chargeForLastMonth, [choice]: on, freeForMonth: freeForMonth && !on };
}
