import { firstOfMonth } from '../dates/billing-instant.ts';
import { hasBegun, hasEnded, mayContinue } from './statuses.ts';

/**
 * How an ended plan can start again (docs/rules/billing.md#reinstate).
 * - discontinue: it still runs; the ending is revoked, nothing is charged
 * - nonpayment: its last month was never paid; that invoice first, then a new subscription
 * - ordinary: a new subscription, as for a sign-up
 */
export type ReinstateKind = 'discontinue' | 'nonpayment' | 'ordinary';

export const reinstateModes = [
  'discontinue-reinstate',
  'discontinue-reinstate-nextprice',
  'nonpayment-reinstate',
  'nonpayment-reinstate-nextprice',
  'ordinary',
  'ordinary-nextprice',
] as const;
export type ReinstateMode = (typeof reinstateModes)[number];

export const uncollectedWarning = 'Customer went uncollected for this month';
export const increasedSince = 'Customer had canceled prior to price increase. Reinstating at increased Amount.';
export const notReinstatable = 'Only a discontinued or canceled subscription can be reinstated';
export const declinedWith = (code: string | null): string => `The Card was declined with a decline code of [${code ?? 'Unknown'}]`;
export const failedToReinstate = (code: string | null): string => `Failed to Reinstate Subscription (${code ?? 'Unknown'})`;

/** The subscription at the card provider. */
interface Ended {
  status: string;
  cancel_at_period_end: boolean;
}

interface LatestInvoice {
  status: string | null;
  /** Why the invoice was created: `subscription_create`, `subscription_cycle` … */
  billing_reason: string | null;
  /** Epoch seconds. */
  created: number;
  /** Cents. */
  amount_remaining: number;
  status_transitions?: { paid_at: number | null };
}

const unpaidStatuses: readonly (string | null)[] = ['open', 'uncollectible'];

/** @returns null if it continues or never began */
export function reinstateKind({ status, cancel_at_period_end }: Ended, latest: LatestInvoice | null, now: Date): ReinstateKind | null {
  if (mayContinue(status) && cancel_at_period_end) return 'discontinue';
  if (!hasEnded(status)) return null;
  return hasBegun(status) && latest && isUnpaidThisMonth(latest, now) ? 'nonpayment' : 'ordinary';
}

/**
 * Whether the invoice is from this month and unpaid. Older unpaid invoices are for the office: only this month's blocks a reinstatement. An
 * unpaid first invoice does not count, because no plan began.
 */
function isUnpaidThisMonth({ status, billing_reason, created, amount_remaining }: LatestInvoice, now: Date): boolean {
  const isUnpaid = unpaidStatuses.includes(status) && amount_remaining > 0 && billing_reason !== 'subscription_create';
  return isUnpaid && created * 1_000 >= firstOfMonth(now).getTime();
}

/**
 * Whether this month's renewal was paid after the plan ended, at Stripe or by an incomplete reinstatement. The month is then not charged
 * again.
 */
export function isPaidSinceItsEnd(latest: LatestInvoice | null, endedAt: number | null, now: Date): boolean {
  const paidAt = latest?.status === 'paid' ? (latest.status_transitions?.paid_at ?? null) : null;
  if (!latest || paidAt === null || endedAt === null || latest.billing_reason !== 'subscription_cycle') return false;
  return paidAt > endedAt && latest.created * 1_000 >= firstOfMonth(now).getTime();
}

export function reinstateMode(kind: ReinstateKind, atNextPrice: boolean): ReinstateMode {
  const plain = kind === 'ordinary' ? kind : (`${kind}-reinstate` as const);
  return atNextPrice ? `${plain}-nextprice` : plain;
}

/** Returns whole billing months since the end: 0 in the month of the end. @param endedAt epoch seconds */
export function monthsSinceCanceled(endedAt: number | null, now: Date): number | null {
  if (endedAt === null) return null;
  const months = (instant: Date): number => instant.getUTCFullYear() * 12 + instant.getUTCMonth();
  return Math.max(0, months(firstOfMonth(now)) - months(firstOfMonth(new Date(endedAt * 1_000))));
}

export const paidTwice = (until: string): string =>
  `The ended plan was paid until ${until}. Reinstating charges these days again. Refund the earlier payment.`;

interface WarnedOf {
  /** Cents; null if the old price is unknown. */
  former: number | null;
  amount: number;
  /** The date until which the ended plan was paid, if that is ahead. */
  paidUntil: string | null;
}

/** Returns the warnings before a reinstatement. */
export function reinstateWarnings(kind: ReinstateKind, { former, amount, paidUntil }: WarnedOf): string[] {
  return [
    ...(kind === 'ordinary' && paidUntil !== null ? [paidTwice(paidUntil)] : []),
    ...(kind === 'nonpayment' ? [uncollectedWarning] : []),
    ...(kind !== 'discontinue' && former !== null && amount > former ? [increasedSince] : []),
  ];
}
