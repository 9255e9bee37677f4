import { describe, expect, it } from 'vitest';
import { advance, type Attempt } from './advance.ts';
import { at, type ExpectedInvoice, type WorkedBill } from './bills/worked-bill.ts';
import { dueByCalendar } from './due-instants.ts';
import { bill } from './engine.ts';
import type { Instant, Invoice, Subscription } from './model.ts';
import { preview } from './preview.ts';
import { workedBills } from './worked-bills.ts';

const arithmetic = /^(\d+) × (\d+) \/ (\d+) = (\d+)(?:\.(\d+))? → (\d+)/;

describe.each(Object.entries(workedBills))('%s', (_topic, bills) => {
  describe.each(bills.map((worked) => [worked.name, worked] as const))('%s', (_name, worked) => {
    it('is billed as worked out', () => {
      const { invoice } = play(worked);
      expect(invoice && asExpected(invoice)).toEqual(worked.invoice);
    });

    it('is previewed as worked out', () => {
      const previewed = preview(before(worked), worked.event);
      expect(previewed && asExpected(previewed)).toEqual(worked.invoice);
    });

    it('leaves the subscription as worked out', () => {
      const { status, balance = 0, outstanding = 0, nextRenewal } = worked.after;
      const { subscription } = play(worked);
      const outstandingNow = subscription.openInvoices.reduce((total, open) => total + open.amountDue, 0);
      expect({ status: subscription.status, balance: subscription.customer.balance, outstanding: outstandingNow }).toEqual({
        status,
        balance,
        outstanding,
      });
      const renewal = dueByCalendar(subscription).find(({ what }) => what === 'renewal');
      if (nextRenewal !== undefined) expect(renewal?.at).toBe(at(nextRenewal));
    });

    it('has its arithmetic right', () => {
      const cents = worked.because.filter((sentence) => sentence.includes('→')).map(worksOut);
      const billed = new Set(worked.invoice?.lines.flatMap(({ amount, taxes }) => [amount, ...taxes]).map(Math.abs));
      expect(cents.filter((each) => !billed.has(each))).toEqual([]);
    });
  });
});

it('has at least forty bills, each with its reason', () => {
  const all = Object.values(workedBills).flat();
  expect(all.length).toBeGreaterThanOrEqual(40);
  expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  expect(all.filter(({ because }) => because.length === 0)).toEqual([]);
});

/** Returns the subscription before the event, with all earlier due events applied. */
function before(worked: WorkedBill): Subscription | null {
  let subscription: Subscription | null = null;
  for (const event of worked.history ?? []) {
    subscription = bill(subscription && run(worked, subscription, event.at), event).subscription;
  }
  const { type, at: moment } = worked.event;
  return subscription && run(worked, subscription, type === 'due' ? moment - 1 : moment);
}

function play(worked: WorkedBill): { invoice: Invoice | null; subscription: Subscription } {
  const outcome = bill(before(worked), worked.event);
  const until = worked.until === undefined ? worked.event.at : at(worked.until);
  const later = advance(outcome.subscription, until, cardOf(worked));
  const invoice = (worked.falls === undefined ? outcome : later).invoices[0] ?? null;
  const unexpected = worked.falls === undefined ? [] : outcome.invoices;
  expect(unexpected).toEqual([]);
  if (invoice) expect(invoice.created).toBe(worked.falls === undefined ? worked.event.at : at(worked.falls));
  else expect(later.invoices).toEqual([]);
  return { invoice, subscription: later.subscription };
}

function run(worked: WorkedBill, subscription: Subscription, until: Instant): Subscription {
  return advance(subscription, until, cardOf(worked)).subscription;
}

function cardOf({ declines }: WorkedBill): (attempt: Attempt) => boolean {
  if (!declines) return () => true;
  const [from, until] = declines;
  return (attempt) => attempt.at < at(from) || attempt.at >= at(until);
}

function asExpected({ reason, lines, subtotal, tax, total, amountDue }: Invoice): ExpectedInvoice {
  return {
    reason,
    lines: lines.map(({ amount, period, proration, taxes }) => ({
      amount,
      from: momentOf(period.start),
      until: momentOf(period.end),
      proration,
      taxes: taxes.map((each) => each.amount),
    })),
    subtotal,
    tax,
    total,
    amountDue,
  };
}

function momentOf(instant: Instant): string {
  const [day = '', time = ''] = new Date(instant * 1000).toISOString().split(/[T.]/);
  return `${day} ${time.endsWith(':00') ? time.slice(0, 5) : time}`;
}

/**
 * Checks `a × b / c = d → e` and returns e: d has the quotient's digits, truncated, and e is the nearest cent. Half a cent of a debit is
 * rounded to zero; of a credit ("back") and of a percentage (of 100, 1000 …) to a cent.
 */
function worksOut(sentence: string): number {
  const [, amount = '', part = '', parts = '', digits = '', decimals = '', cents = ''] = arithmetic.exec(sentence) ?? [];
  const product = BigInt(amount) * BigInt(part);
  const divisor = BigInt(parts);
  const isUp = sentence.endsWith(' back') || /^10+$/.test(parts);
  expect((product * 10n ** BigInt(decimals.length)) / divisor, sentence).toBe(BigInt(digits + decimals));
  expect((2n * product + divisor - (isUp ? 0n : 1n)) / (2n * divisor), sentence).toBe(BigInt(cents));
  return Number(cents);
}
