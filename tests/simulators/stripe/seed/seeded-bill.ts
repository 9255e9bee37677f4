import type * as company from '../../company/member-model.ts';
import type { Invoice as BilledInvoice, Debit, Line, Price } from '../billing/model.ts';
import { periodLine, trialLine } from '../billing/lines.ts';
import { debitFor } from '../billing/periods.ts';
import { lengthOf } from '../billing/calendar.ts';
import { epochSeconds } from '../objects/times.ts';

/** What a member was billed last, in cents. */
export interface SeededBill {
  amount: number;
  paid: boolean;
  /** How often a card was asked. */
  attempts: number;
  /** Nobody tries any more. */
  writtenOff: boolean;
  /** What unused time is credited from; null in a trial. */
  debit: Debit | null;
  billed: BilledInvoice;
}

/** Every so many of the canceled left without paying the last month. */
const owingEvery = 6;

/** @param place the member's place among all, which decides who left owing */
export function seededBill(member: company.Member, subscription: company.Subscription, price: Price, place: number): SeededBill {
  const { status } = subscription;
  const span = { start: epochSeconds(subscription.periodStart), end: epochSeconds(subscription.periodEnd) };
  const item = { id: subscription.itemId, price, quantity: 1 };
  const terms = { anchor: span.end, customer: { balance: 0, taxExempt: member.taxExempt }, taxRates: [] };
  const debit = status === 'trialing' ? null : debitFor(terms, item, span);
  const line = debit ? periodLine(item, debit, lengthOf(span) < debit.naturalSeconds) : trialLine(item, span);
  const writtenOff = status === 'canceled' && !member.deleted && place % owingEvery === 0;
  const owing = status === 'past_due' || status === 'incomplete' || writtenOff;
  return {
    amount: line.amount,
    paid: !owing,
    attempts: attemptsOf(status, line),
    writtenOff,
    debit,
    billed: billedInvoice(line, span.start, epochSeconds(subscription.created) === span.start),
  };
}

function attemptsOf(status: company.SubscriptionStatus, { amount }: Line): number {
  if (status === 'past_due') return 2;
  return amount === 0 ? 0 : 1;
}

function billedInvoice(line: Line, created: number, first: boolean): BilledInvoice {
  const { amount } = line;
  return {
    number: 1,
    reason: first ? 'subscription_create' : 'subscription_cycle',
    created,
    lines: [line],
    subtotal: amount,
    tax: 0,
    total: amount,
    startingBalance: 0,
    endingBalance: 0,
    amountDue: amount,
  };
}
