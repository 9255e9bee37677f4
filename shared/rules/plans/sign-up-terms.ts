import { firstOfMonth, firstOfNextMonth } from '../dates/billing-instant.ts';
import { epochSeconds } from '../dates/dates.ts';

/** The checkboxes of a sign-up or reinstatement. */
export interface SignUpChoices {
  freeForMonth: boolean;
  doNotProrate: boolean;
  chargeForLastMonth: boolean;
}

/** How the first month is charged; instants are epoch seconds. */
export interface SignUpTerms {
  /** The second from which it is charged, as in the preview. */
  from: number;
  /** The next 1st, when the plan is billed next; epoch seconds. */
  anchor: number;
  first: { kind: 'prorated' } | { kind: 'fullMonth'; monthStart: number } | { kind: 'free' };
  /** The previous month; null unless it is charged too. */
  lastMonth: { start: number; end: number } | null;
}

export const freeExcludes = 'Free For Month can’t be combined with Do not prorate or Charge For Last Month';
export const freeNeedsProration = 'This plan has no free month. It’s always charged in full';
export const previewOutdated = 'The amount due has changed. Check it again';

/** Older previews must be repeated, because the figures may have changed. */
const previewLastsSeconds = 24 * 3_600;

/**
 * Returns the effective choices: a plan that cannot be prorated is charged in full, even if proration was checked
 * (docs/rules/billing.md#sign-up-choices).
 */
export function effectiveChoices(choices: SignUpChoices, { allowProrate }: { allowProrate: boolean }): SignUpChoices | { error: string } {
  const { freeForMonth, doNotProrate, chargeForLastMonth } = choices;
  if (freeForMonth && (doNotProrate || chargeForLastMonth)) return { error: freeExcludes };
  if (freeForMonth && !allowProrate) return { error: freeNeedsProration };
  return { freeForMonth, doNotProrate: doNotProrate || !allowProrate, chargeForLastMonth };
}

/**
 * Returns the terms of a start at `now`, charged from the second `from` of its preview.
 * @param choices the effective ones
 */
export function signUpTerms(choices: SignUpChoices, now: Date, from: number = epochSeconds(now)): SignUpTerms | { error: string } {
  const age = epochSeconds(now) - from;
  if (age < 0 || age > previewLastsSeconds) return { error: previewOutdated };
  const begun = new Date(from * 1_000);
  const monthStart = epochSeconds(firstOfMonth(begun));
  if (monthStart !== epochSeconds(firstOfMonth(now))) return { error: previewOutdated };
  return {
    from,
    anchor: epochSeconds(firstOfNextMonth(begun)),
    first: firstMonth(choices, monthStart),
    lastMonth: choices.chargeForLastMonth ? { start: monthBefore(monthStart), end: monthStart } : null,
  };
}

function firstMonth({ freeForMonth, doNotProrate }: SignUpChoices, monthStart: number): SignUpTerms['first'] {
  if (freeForMonth) return { kind: 'free' };
  return doNotProrate ? { kind: 'fullMonth', monthStart } : { kind: 'prorated' };
}

/** Returns the 1st of the previous month. */
const monthBefore = (monthStart: number): number => epochSeconds(firstOfMonth(new Date(monthStart * 1_000 - 1)));
