import type { Stripe } from 'stripe';
import { describe, expect, it } from 'vitest';
import { at, type ExpectedInvoice, type WorkedBill } from '../billing/bills/worked-bill.ts';
import { workedBills } from '../billing/worked-bills.ts';
import { BillPlayer } from './bill-player.fixture.ts';

/** A preview uses the subscription's existing schedule; another schedule, or none, is not modeled. */
const notPreviewed: readonly WorkedBill['event']['type'][] = ['schedule', 'release_schedule'];

/** Returns the subscription before the event, with everything due before it done. */
async function before(worked: WorkedBill): Promise<BillPlayer> {
  const player = await BillPlayer.begin(worked);
  for (const event of worked.history ?? []) await player.play(event);
  if (worked.history) await player.moveTo(worked.event.type === 'due' ? worked.event.at - 1 : worked.event.at);
  return player;
}

function asExpected(invoice: Stripe.Invoice, reason: ExpectedInvoice['reason']): ExpectedInvoice {
  return {
    reason,
    lines: invoice.lines.data.map((line) => ({
      amount: line.amount,
      from: momentOf(line.period.start),
      until: momentOf(line.period.end),
      proration: (line.parent?.subscription_item_details ?? line.parent?.invoice_item_details)?.proration ?? false,
      taxes: (line.taxes ?? []).map(({ amount }) => amount),
    })),
    subtotal: invoice.subtotal,
    tax: (invoice.total_taxes ?? []).reduce((sum, { amount }) => sum + amount, 0),
    total: invoice.total,
    amountDue: invoice.amount_due,
  };
}

function momentOf(instant: number): string {
  const [day = '', time = ''] = new Date(instant * 1000).toISOString().split(/[T.]/);
  return `${day} ${time.endsWith(':00') ? time.slice(0, 5) : time}`;
}

describe.each(Object.entries(workedBills))('%s, through the SDK', (_topic, bills) => {
  it.each(bills.map((worked) => [worked.name, worked] as const))('%s: invoiced as worked out', async (_name, worked) => {
    const player = await before(worked);
    const known = new Set((await player.invoices()).map(({ id }) => id));
    await player.play(worked.event);
    const falls = worked.falls === undefined ? worked.event.at : at(worked.falls);
    if (worked.falls !== undefined) {
      expect((await player.invoices()).filter(({ id }) => !known.has(id))).toEqual([]);
      await player.moveTo(falls);
    }
    const [invoice = null] = (await player.invoices()).filter(({ id }) => !known.has(id));
    expect(invoice?.created ?? falls).toBe(falls);
    expect(invoice && asExpected(invoice, invoice.billing_reason as ExpectedInvoice['reason'])).toEqual(worked.invoice);

    if (worked.until !== undefined) await player.moveTo(at(worked.until));
    const { status, balance = 0, outstanding = 0, nextRenewal } = worked.after;
    const after = await player.state();
    expect({ status: after.status, balance: after.balance, outstanding: after.outstanding }).toEqual({ status, balance, outstanding });
    if (nextRenewal !== undefined) expect(after.periodEnd).toBe(at(nextRenewal));
    if (worked.invoice === null) expect((await player.invoices()).filter(({ id }) => !known.has(id))).toEqual([]);
  });

  const previewed = bills.filter(({ event }) => !notPreviewed.includes(event.type));
  if (previewed.length === 0) return;
  it.each(previewed.map((worked) => [worked.name, worked] as const))('%s: previewed as worked out', async (_name, worked) => {
    const preview = await (await before(worked)).preview(worked.event);
    expect(preview?.billing_reason ?? 'upcoming').toBe('upcoming');
    expect(preview && worked.invoice && asExpected(preview, worked.invoice.reason)).toEqual(worked.invoice);
    if (worked.invoice === null) expect(preview).toBeNull();
  });
});
