import type { BillingEvent } from '../events.ts';
import type { BillingReason, Cents, Instant, Status } from '../model.ts';

/** A bill calculated from Stripe's documented rules, independently of the engine: no value here may come from running it. */
export interface WorkedBill {
  name: string;
  /** The calculation. In a line `a × b / c = d → e`, the test checks the quotient's digits and the rounding. */
  because: readonly string[];
  /** The previous events. The clock moves and invoices are paid in between. */
  history?: readonly BillingEvent[];
  /** The card declines every attempt between these two times. */
  declines?: readonly [from: string, until: string];
  event: BillingEvent;
  /** The time of the invoice, if it is later than the event. */
  falls?: string;
  /** Null: the event never leads to an invoice. */
  invoice: ExpectedInvoice | null;
  /** Where the clock moves to before `after` is checked. */
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

/** Parses `2026-11-16 10:00` or `2026-11-16 10:00:07`, in UTC. */
export function at(moment: string): Instant {
  return Date.parse(`${moment.replace(' ', 'T')}Z`) / 1000;
}

/** Returns the line of a whole period or of a one-off item. */
export function whole(amount: Cents, from: string, until: string, ...taxes: Cents[]): ExpectedLine {
  return { amount, from, until, proration: false, taxes };
}

export function prorated(amount: Cents, from: string, until: string, ...taxes: Cents[]): ExpectedLine {
  return { amount, from, until, proration: true, taxes };
}
