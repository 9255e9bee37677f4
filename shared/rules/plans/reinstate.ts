import { firstOfMonth } from '../dates/billing-instant.ts';
import { isGoodStatus } from './statuses.ts';

/**
 * How a plan that was ended can begin again (docs/rules/billing.md#reinstate).
 * - discontinue: it still runs; the ending is revoked, nothing is charged
 * - nonpayment: its last month was never paid; that invoice first, then a new subscription
 * - ordinary: a new subscription, as at a sign-up
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

/** The subscription as the card provider has it. */
interface Ended {
  status: string;
  cancel_at_period_end: boolean;
}

interface LatestInvoice {
  status: string | null;
  /** Why the invoice was made: `subscription_create`, `subscription_cycle` … */
  billing_reason: string | null;
  /** Epoch seconds. */
  created: number;
  /** Cents. */
  amount_remaining: number;
  status_transitions?: { paid_at: number | null };
}

const endedStatuses = ['canceled', 'incomplete_expired'];
const unpaidStatuses: readonly (string | null)[] = ['open', 'uncollectible'];

/** @returns null for one that goes on, or that never began */
export function reinstateKind({ status, cancel_at_period_end }: Ended, latest: LatestInvoice | null, now: Date): ReinstateKind | null {
  if (isGoodStatus(status) && cancel_at_period_end) return 'discontinue';
  if (!endedStatuses.includes(status)) return null;
  return status === 'canceled' && latest && isUnpaidThisMonth(latest, now) ? 'nonpayment' : 'ordinary';
}

/**
 * Whether the invoice is of this month and unpaid. Older unpaid invoices are the office's: only this month's bars a reinstatement. A first
 * invoice that was never paid is none of these, because no plan began.
 */
function isUnpaidThisMonth({ status, billing_reason, created, amount_remaining }: LatestInvoice, now: Date): boolean {
  const isUnpaid = unpaidStatuses.includes(status) && amount_remaining > 0 && billing_reason !== 'subscription_create';
  return isUnpaid && created * 1_000 >= firstOfMonth(now).getTime();
}

/**
 * Whether somebody has paid this month's renewal after the plan had ended without it, at Stripe or by a reinstatement that got no further:
 * nobody pays the month again then.
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

/** Whole billing months since it ended: 0 in the month of its end. @param endedAt epoch seconds */
export function monthsSinceCanceled(endedAt: number | null, now: Date): number | null {
  if (endedAt === null) return null;
  const months = (instant: Date): number => instant.getUTCFullYear() * 12 + instant.getUTCMonth();
  return Math.max(0, months(firstOfMonth(now)) - months(firstOfMonth(new Date(endedAt * 1_000))));
}

/** What a cashier is told before a reinstatement. Amounts in cents; `former` is null where the old price is not known any more. */
export function reinstateWarnings(kind: ReinstateKind, { former, amount }: { former: number | null; amount: number }): string[] {
  return [
    ...(kind === 'nonpayment' ? [uncollectedWarning] : []),
    ...(kind !== 'discontinue' && former !== null && amount > former ? [increasedSince] : []),
  ];
}
