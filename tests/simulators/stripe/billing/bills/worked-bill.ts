import type { BillingEvent } from '../events.ts';
import type { BillingReason, Cents, Instant, Status } from '../model.ts';

/** A bill worked out from Stripe's documented rules, apart from the engine: nothing here may come from running it. */
export interface WorkedBill {
  name: string;
  /** The arithmetic. A line `a × b / c = d → e` is checked by itself: the quotient's digits, and the rounding. */
  because: readonly string[];
  /** What happened before, the clock moved and invoices paid in between. */
  history?: readonly BillingEvent[];
  /** The card declines every attempt between these two moments. */
  declines?: readonly [from: string, until: string];
  event: BillingEvent;
  /** When the invoice comes, if not with the event itself. */
  falls?: string;
  /** Null: the event leads to no invoice, now or ever. */
  invoice: ExpectedInvoice | null;
  /** How long the clock runs on before `after` is looked at. */
  until?: string;
  after: { status: Status; balance?: Cents; outstanding?: Cents; nextRenewal?: string };
}

export interface ExpectedInvoice {
  reason: BillingReason;
  lines: readonly ExpectedLine[];
  subtotal: Cents;
  tax: Cents;
  total: Cents;
  amountDue: Cents;
}

export interface ExpectedLine {
  amount: Cents;
  from: string;
  until: string;
  proration: boolean;
  taxes: readonly Cents[];
}

/** `2026-11-16 10:00` or `2026-11-16 10:00:07`, in UTC. */
export function at(moment: string): Instant {
  return Date.parse(`${moment.replace(' ', 'T')}Z`) / 1000;
}

/** A line of a whole period, or of something sold once. */
export function whole(amount: Cents, from: string, until: string, ...taxes: Cents[]): ExpectedLine {
  return { amount, from, until, proration: false, taxes };
}

export function prorated(amount: Cents, from: string, until: string, ...taxes: Cents[]): ExpectedLine {
  return { amount, from, until, proration: true, taxes };
}
