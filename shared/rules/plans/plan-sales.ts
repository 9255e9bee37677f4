import { subscriptionKeys } from '../company/metadata-keys.ts';
import type { CalendarDate } from '../dates/dates.ts';
import { onlineTerminal } from './online-sign-up.ts';
import { hasBegun, isMember } from './statuses.ts';

/** Plan sales by seller, and how long the plans lasted (docs/rules/company.md#sales-by-employee). */

/** A plan canceled within this many days counts against its seller. */
export const earlyDays = 60;

/** The definition of each sales figure, in words for the reader. */
export const salesDefinitions = {
  signUps: 'Plans started in the period, by the site’s date. Reinstated plans and plans never paid aren’t included.',
  upgrades: 'Changes to a higher plan in the period, credited to the employee who made them.',
  left: `Sign-ups of the period that were canceled, discontinued or ended for nonpayment within ${earlyDays} days. They count against the seller, no matter who canceled. Reinstated plans don’t count.`,
  rate: 'Canceled sign-ups as a percentage of sign-ups.',
  reasons: 'The cancellation reasons selected for those sign-ups.',
} as const;

/** Sold on the public page, without a seller. */
export const onlineSeller = 'online';
/** Neither the seller's number nor name was recorded. */
export const unknownSeller = 'unknown';

/** Display names of sellers without a number or name. */
export const sellersWithoutNumber: Readonly<Record<string, string>> = { [onlineSeller]: 'Online', [unknownSeller]: 'Not recorded' };

/** Returns how a seller is shown: by name, otherwise by number. */
export const sellerTitle = ({ seller, name }: { seller: string; name: string | null }): string =>
  name ?? sellersWithoutNumber[seller] ?? `Employee ${seller}`;

export interface Seller {
  /** The employee number, otherwise the name in capitals, otherwise one of the two above. */
  id: string;
  name: string | null;
}

type Metadata = Readonly<Record<string, string>>;

export function sellerOf(metadata: Metadata): Seller {
  const {
    [subscriptionKeys.employeeNumber]: number,
    [subscriptionKeys.employeeName]: given,
    [subscriptionKeys.terminal]: terminal,
  } = metadata;
  const name = given?.trim() || null;
  if (number?.trim()) return { id: number.trim(), name };
  if (name !== null) return { id: name.toUpperCase(), name };
  return { id: terminal === onlineTerminal ? onlineSeller : unknownSeller, name: null };
}

/**
 * Whether a subscription is a sign-up that counts.
 * @param began whether it is known to have run, or an invoice was paid: an ended subscription does not show this itself
 */
export function isSignUp({ status, metadata }: { status: string; metadata: Metadata }, began: boolean): boolean {
  if (metadata[subscriptionKeys.oldId] || !hasBegun(status)) return false;
  return isMember(status) || began;
}

const dayMs = 86_400_000;

/** Whether a plan ended early, in days of the site's calendar; the same day is 0 days. */
export const isEarly = (sold: CalendarDate, left: CalendarDate): boolean => Date.parse(left) - Date.parse(sold) <= earlyDays * dayMs;

export const paymentFailedReason = 'Payment failed';
export const noReason = 'No reason given';

/** Returns why a plan ended: the chosen reason, or Stripe's if Stripe ended it. */
export function leavingReason(details: { comment: string | null; reason: string | null } | null | undefined): string {
  const chosen = details?.comment?.trim();
  if (details?.reason === 'payment_failed') return paymentFailedReason;
  return chosen || noReason;
}
