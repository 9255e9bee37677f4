import { describe, expect, it } from 'vitest';
import { CardDeclined } from '@washdesk/cloud-api/ports/payments';
import { creditOf, debitOf } from '@washdesk/test-support/prorations';
import { beginPlan, itemOf, latestInvoice, fetchSubscription } from './begin.ts';
import { useHarness } from './harness.ts';
import type { Timeline } from './timeline.ts';

const harness = useHarness();
const fiveDays = 5 * 86_400;

/** The charge or credit for the rest of a month from the timeline's sixteenth on. */
const rest = (share: typeof debitOf, price: number, timeline: Timeline): number =>
  share(price, timeline.first(1) - timeline.start - fiveDays, timeline.first(1) - timeline.first(0));

/** A plan of 30 dollars, five days old, and a price to change to. */
async function planToChange(amount: number) {
  const timeline = await harness().timeline();
  const { id, subscription } = await beginPlan(harness(), timeline, await harness().price(3_000));
  await timeline.advanceTo(timeline.start + fiveDays);
  const change = { item: itemOf(subscription).id, price: await harness().price(amount) };
  return { timeline, customer: id, subscription, change };
}

describe('upgrade', () => {
  it('is paid at once for the rest of the month, as previewed, and in full on the 1st', async () => {
    const { timeline, subscription, change } = await planToChange(4_500);
    const upgrade = { ...change, prorate: 'always_invoice', prorationDate: timeline.start + fiveDays } as const;
    const preview = await harness().payments.preview({ kind: 'change', subscription: subscription.id, change: upgrade });
    const changed = await harness().payments.changeSubscription(harness().step(), subscription.id, { priceChange: upgrade });

    expect(itemOf(changed).price).toBe(change.price);
    const invoice = await latestInvoice(harness().payments, subscription.id);
    expect(invoice).toMatchObject({ status: 'paid', total: rest(debitOf, 4_500, timeline) - rest(creditOf, 3_000, timeline) });
    expect(preview.amount_due).toBe(invoice.amount_due);
    expect(invoice.lines.data.map(({ amount }) => amount).toSorted((one, other) => one - other)).toEqual([
      -rest(creditOf, 3_000, timeline),
      rest(debitOf, 4_500, timeline),
    ]);

    await timeline.advancePast(1);
    expect(await latestInvoice(harness().payments, subscription.id)).toMatchObject({ status: 'paid', total: 4_500 });
  });

  it('that the card declines changes nothing', async () => {
    const { timeline, customer, subscription, change } = await planToChange(4_500);
    const failing = await harness().payments.attachPaymentMethod(harness().step(), 'pm_card_chargeCustomerFail', customer);
    await harness().payments.changeSubscription(harness().step(), subscription.id, { defaultPaymentMethod: failing.id });
    const before = await fetchSubscription(harness().payments, subscription.id);
    const upgrade = { ...change, prorate: 'always_invoice', prorationDate: timeline.start + fiveDays } as const;

    const refused = harness().payments.changeSubscription(harness().step(), subscription.id, { priceChange: upgrade });
    await expect(refused).rejects.toBeInstanceOf(CardDeclined);
    await expect(refused).rejects.toMatchObject({ decline: { code: 'card_declined', declineCode: 'generic_decline' } });
    expect(await fetchSubscription(harness().payments, subscription.id)).toEqual(before);
  });

  it('left to the next invoice is charged there', async () => {
    const { timeline, subscription, change } = await planToChange(4_500);
    const upgrade = { ...change, prorate: 'create_prorations', prorationDate: timeline.start + fiveDays } as const;
    await harness().payments.changeSubscription(harness().step(), subscription.id, { priceChange: upgrade });
    const due = 4_500 + rest(debitOf, 4_500, timeline) - rest(creditOf, 3_000, timeline);
    expect((await harness().payments.preview({ kind: 'next', subscription: subscription.id })).amount_due).toBe(due);

    await timeline.advancePast(1);
    expect(await latestInvoice(harness().payments, subscription.id)).toMatchObject({ status: 'paid', total: due });
  });
});

describe('downgrade', () => {
  it('costs and returns nothing now and counts from the 1st', async () => {
    const { timeline, subscription, change } = await planToChange(2_000);
    const before = await latestInvoice(harness().payments, subscription.id);
    const changed = await harness().payments.changeSubscription(harness().step(), subscription.id, {
      priceChange: { ...change, prorate: 'none' },
    });
    expect(itemOf(changed).price).toBe(change.price);
    expect((await latestInvoice(harness().payments, subscription.id)).id).toBe(before.id);

    await timeline.advancePast(1);
    expect(await latestInvoice(harness().payments, subscription.id)).toMatchObject({ status: 'paid', total: 2_000 });
  });
});

describe('discontinue', () => {
  it('ends with the period, unless taken back before', async () => {
    const { timeline, subscription } = await planToChange(2_000);
    const cancel = { cancelAtPeriodEnd: true, comment: 'moves away' };
    const discontinued = await harness().payments.changeSubscription(harness().step(), subscription.id, cancel);
    expect(discontinued).toMatchObject({ status: 'active', cancel_at_period_end: true, cancellation_details: { comment: 'moves away' } });
    const takenBack = await harness().payments.changeSubscription(harness().step(), subscription.id, { cancelAtPeriodEnd: false });
    expect(takenBack).toMatchObject({ status: 'active', cancel_at_period_end: false });

    const before = await latestInvoice(harness().payments, subscription.id);
    await harness().payments.changeSubscription(harness().step(), subscription.id, cancel);
    await timeline.advancePast(1);
    expect(await fetchSubscription(harness().payments, subscription.id)).toMatchObject({ status: 'canceled', ended_at: timeline.first(1) });
    expect((await latestInvoice(harness().payments, subscription.id)).id).toBe(before.id);
  });
});

describe('terminate', () => {
  it('ends at once without credit; a second time it comes back as it is', async () => {
    const { subscription } = await planToChange(2_000);
    const before = await latestInvoice(harness().payments, subscription.id);
    const ended = await harness().payments.cancelSubscription(harness().step(), subscription.id, 'sold the car');
    expect(ended).toMatchObject({ status: 'canceled', cancellation_details: { comment: 'sold the car' } });
    expect(await harness().payments.cancelSubscription(harness().step(), subscription.id, 'sold the car')).toEqual(ended);
    expect(await latestInvoice(harness().payments, subscription.id)).toEqual(before);
  });
});

describe('what is written beside the plan', () => {
  it('metadata is merged, tax counts from the next invoice', async () => {
    const { timeline, subscription } = await planToChange(2_000);
    const taxRates = [await harness().taxRate(10)];
    await harness().payments.changeSubscription(harness().step(), subscription.id, { metadata: { site: '12', note: 'x' } });
    const changed = await harness().payments.changeSubscription(harness().step(), subscription.id, { metadata: { note: '' }, taxRates });
    expect(changed.metadata).toEqual({ ...subscription.metadata, site: '12' });
    expect(changed.default_tax_rates).toMatchObject([{ id: taxRates[0] }]);

    await timeline.advancePast(1);
    expect(await latestInvoice(harness().payments, subscription.id)).toMatchObject({ subtotal: 3_000, total: 3_300 });
    const untaxed = await harness().payments.changeSubscription(harness().step(), subscription.id, { taxRates: [] });
    expect(untaxed.default_tax_rates ?? []).toEqual([]);
  });
});

describe('a free month', () => {
  it('takes the next invoice off once, of two plans with one coupon', async () => {
    const timeline = await harness().timeline();
    const price = await harness().price(3_000);
    const plans = [await beginPlan(harness(), timeline, price), await beginPlan(harness(), timeline, price)];
    for (const { subscription } of plans) {
      const step = harness().step();
      const changed = await harness().payments.changeSubscription(step, subscription.id, { freeNextMonth: true });
      expect(changed.discounts).toHaveLength(1);
      expect((await harness().payments.preview({ kind: 'next', subscription: subscription.id })).amount_due).toBe(0);
    }
    await timeline.advancePast(1);
    for (const { subscription } of plans) {
      expect(await latestInvoice(harness().payments, subscription.id)).toMatchObject({ status: 'paid', total: 0 });
      expect((await harness().payments.preview({ kind: 'next', subscription: subscription.id })).amount_due).toBe(3_000);
    }
  });
});
