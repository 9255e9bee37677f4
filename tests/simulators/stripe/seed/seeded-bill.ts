import { firstOfNextMonth } from '@washdesk/rules/dates/billing-instant';
import type * as company from '@washdesk/simulators/company/member-model';
import type { Price as PriceOnOffer } from '@washdesk/simulators/company/model';
import { lengthOf } from '../billing/calendar.ts';
import { periodLine, trialLine } from '../billing/lines.ts';
import type { Invoice as BilledInvoice, Debit, Line, Price, TaxRate } from '../billing/model.ts';
import { debitFor } from '../billing/periods.ts';
import { taxOf } from '../billing/tax.ts';
import { epochSeconds } from '../objects/times.ts';

/** The last invoice of a member, in cents. */
export interface SeededBill {
  /** Including tax. */
  amount: number;
  paid: boolean;
  /** The number of attempts to charge a card. */
  attempts: number;
  /** When it was paid after a decline, in epoch seconds; null if nothing was declined or paid. */
  paidAt: number | null;
  /** Not collected any more. */
  writtenOff: boolean;
  /** The debit that unused time is credited from; null in a trial. */
  debit: Debit | null;
  billed: BilledInvoice;
}

export function seededBill(member: company.Member, subscription: company.Subscription, price: Price): SeededBill {
  const { status, unpaidInvoice } = subscription;
  const span = { start: epochSeconds(subscription.periodStart), end: epochSeconds(subscription.periodEnd) };
  const item = { id: subscription.itemId, price, quantity: 1 };
  const terms = { anchor: span.end, customer: { balance: 0, taxExempt: member.taxExempt }, taxRates: ratesOf(subscription), items: [item] };
  const debit = status === 'trialing' ? null : debitFor(terms, item, span, false);
  const line = debit ? periodLine(item, debit, lengthOf(span) < debit.naturalSeconds) : trialLine(item, span);
  const unpaid = status === 'past_due' || status === 'incomplete' || unpaidInvoice !== null;
  const billed = billedInvoice(line, span.start, epochSeconds(subscription.created) === span.start);
  return {
    amount: billed.total,
    paid: !unpaid,
    attempts: attemptsOf(status, line),
    paidAt: null,
    writtenOff: unpaidInvoice === 'uncollectible',
    debit,
    billed,
  };
}

/** Returns the cost of the first month, in cents with tax: 0 if it was free. */
export function firstBillAmount(
  member: company.Member,
  subscription: company.Subscription,
  { id, nickname, unitAmount }: PriceOnOffer,
): number {
  const { created, status } = subscription;
  const first = { ...subscription, periodStart: created, periodEnd: firstOfNextMonth(new Date(created)).toISOString() };
  const price = { id, name: nickname, amount: unitAmount, interval: { unit: 'month' as const, count: 1 } };
  return seededBill(member, { ...first, status: status === 'trialing' ? status : 'active' }, price).amount;
}

/** Returns the invoice of a past renewal of the same plan, at the price of that time. */
export function pastBill(
  member: company.Member,
  subscription: company.Subscription,
  { at, paidAt }: company.PastBill,
  price: Price,
): SeededBill {
  const then = {
    ...subscription,
    status: 'active' as const,
    unpaidInvoice: null,
    periodStart: at,
    periodEnd: firstOfNextMonth(new Date(at)).toISOString(),
  };
  return recovered(seededBill(member, then, price), paidAt);
}

/** An invoice whose first payment failed and whose second succeeded. */
export const recovered = (bill: SeededBill, paidAt: string | null): SeededBill =>
  paidAt === null ? bill : { ...bill, attempts: 2, paidAt: epochSeconds(paidAt) };

/** Returns the site's tax rates for a plan that was sold after the tax was introduced. */
export const ratesOf = ({ taxRate }: company.Subscription): TaxRate[] =>
  taxRate ? [{ id: taxRate.id, percentage: taxRate.percentage }] : [];

function attemptsOf(status: company.SubscriptionStatus, { amount }: Line): number {
  if (status === 'past_due') return 2;
  return amount === 0 ? 0 : 1;
}

function billedInvoice({ taxRates: _rates, ...line }: Line, created: number, first: boolean): BilledInvoice {
  const { amount } = line;
  const tax = taxOf([line]);
  return {
    number: 1,
    reason: first ? 'subscription_create' : 'subscription_cycle',
    created,
    lines: [line],
    subtotal: amount,
    tax,
    total: amount + tax,
    startingBalance: 0,
    endingBalance: 0,
    amountDue: amount + tax,
  };
}
