import { describe, expect, it } from 'vitest';
import { debitOf } from '@washdesk/test-support/prorations';
import { beginPlan, latestInvoice, paymentOf, servedFrom, startTerms, fetchSubscription } from './begin.ts';
import { useHarness } from './harness.ts';
import type { Timeline } from './timeline.ts';

const harness = useHarness();

/** Returns the price of a month up to the next 1st, for a plan that starts at the timeline's start. */
const firstPart = (price: number, timeline: Timeline): number =>
  debitOf(price, timeline.first(1) - servedFrom(timeline), timeline.first(1) - timeline.first(0));

describe('sign-up', () => {
  it('prorated: the part up to the 1st now, the whole price on the 1st', async () => {
    const timeline = await harness().timeline();
    const price = await harness().price(3_000);
    const { subscription } = await beginPlan(harness(), timeline, price, { metadata: { site: '12' } });

    expect(subscription).toMatchObject({
      status: 'active',
      billing_cycle_anchor: timeline.first(1),
      schedule: null,
      metadata: { site: '12' },
    });
    expect(subscription.items.data).toMatchObject([{ price: { id: price }, current_period_end: timeline.first(1) }]);
    const due = firstPart(3_000, timeline);
    expect(await latestInvoice(harness().payments, subscription.id)).toMatchObject({
      status: 'paid',
      total: due,
      amount_paid: due,
      amount_remaining: 0,
    });

    await timeline.advancePast(1);
    expect(await fetchSubscription(harness().payments, subscription.id)).toMatchObject({
      status: 'active',
      items: { data: [{ current_period_start: timeline.first(1), current_period_end: timeline.first(2) }] },
    });
    expect(await latestInvoice(harness().payments, subscription.id)).toMatchObject({ status: 'paid', total: 3_000 });
  });

  it('with a card that declines: incomplete, and the payment says why', async () => {
    const timeline = await harness().timeline();
    const customer = await timeline.customer('chargeCustomerFail');
    const start = startTerms(timeline, await harness().price(3_000));
    const wanted = { customer: customer.id, paymentMethod: customer.card, start, metadata: {} };
    const subscription = await harness().payments.startSubscription(harness().step(), wanted);

    expect(subscription.status).toBe('incomplete');
    const invoice = await latestInvoice(harness().payments, subscription.id);
    expect(invoice).toMatchObject({ status: 'open', amount_paid: 0, amount_due: firstPart(3_000, timeline) });
    const intent = await harness().payments.fetch('payment_intent', paymentOf(invoice), 'interactive');
    expect(intent).toMatchObject({ status: 'requires_payment_method', last_payment_error: { code: 'card_declined' } });
    const charge = await harness().payments.fetch('charge', intent?.latest_charge ?? '', 'interactive');
    expect(charge).toMatchObject({ status: 'failed', outcome: { type: 'issuer_declined', network_status: 'declined_by_network' } });
  });

  it('free for the month: nothing due until the 1st, the whole price then', async () => {
    const timeline = await harness().timeline();
    const price = await harness().price(3_000);
    const { subscription } = await beginPlan(harness(), timeline, price, { start: startTerms(timeline, price, { kind: 'free' }) });
    expect(subscription).toMatchObject({ status: 'trialing', trial_end: timeline.first(1) });
    expect(await latestInvoice(harness().payments, subscription.id)).toMatchObject({ status: 'paid', total: 0, amount_due: 0 });

    await timeline.advancePast(1);
    expect(await fetchSubscription(harness().payments, subscription.id)).toMatchObject({ status: 'active' });
    expect(await latestInvoice(harness().payments, subscription.id)).toMatchObject({ status: 'paid', total: 3_000 });
  });

  it('without proration: the whole price now, and again on the 1st', async () => {
    const timeline = await harness().timeline();
    const price = await harness().price(3_000);
    const first = { kind: 'fullMonth', monthStart: timeline.first(0) } as const;
    const { subscription } = await beginPlan(harness(), timeline, price, { start: startTerms(timeline, price, first) });
    expect(subscription.status).toBe('active');
    expect(await latestInvoice(harness().payments, subscription.id)).toMatchObject({ status: 'paid', total: 3_000 });

    await timeline.advancePast(1);
    expect(await latestInvoice(harness().payments, subscription.id)).toMatchObject({ status: 'paid', total: 3_000 });
  });

  it('charges for the last month in a line of its own', async () => {
    const timeline = await harness().timeline();
    const price = await harness().price(3_000);
    const lastMonth = { product: harness().product, amount: 3_000, start: timeline.first(-1), end: timeline.first(0) };
    const { subscription } = await beginPlan(harness(), timeline, price, { start: { ...startTerms(timeline, price), lastMonth } });
    const invoice = await latestInvoice(harness().payments, subscription.id);
    expect(invoice).toMatchObject({ status: 'paid', total: 3_000 + firstPart(3_000, timeline) });
    expect(invoice.lines.data.find(({ period }) => period.start === lastMonth.start)).toMatchObject({
      amount: 3_000,
      period: { start: lastMonth.start, end: lastMonth.end },
    });
  });

  it('is taxed by the rates of its site, unless the customer is exempt', async () => {
    const timeline = await harness().timeline();
    const price = await harness().price(3_000);
    const start = { ...startTerms(timeline, price), taxRates: [await harness().taxRate(6.25)] };
    const { subscription } = await beginPlan(harness(), timeline, price, { start });
    const due = firstPart(3_000, timeline);
    const tax = Math.round(due * 0.062_5);
    expect(await latestInvoice(harness().payments, subscription.id)).toMatchObject({
      subtotal: due,
      total: due + tax,
      total_excluding_tax: due,
    });

    const exempt = await timeline.customer();
    await harness().payments.updateCustomer(harness().step(), exempt.id, { taxExempt: 'exempt' });
    const untaxed = { customer: exempt.id, paymentMethod: exempt.card, start, metadata: {} };
    const second = await harness().payments.startSubscription(harness().step(), untaxed);
    expect(await latestInvoice(harness().payments, second.id)).toMatchObject({ subtotal: due, total: due });
  });

  it('made twice by one step is one subscription, and is found by its operation', async () => {
    const timeline = await harness().timeline();
    const customer = await timeline.customer();
    const step = harness().step();
    const start = startTerms(timeline, await harness().price(3_000));
    const wanted = { customer: customer.id, paymentMethod: customer.card, start, metadata: {} };
    const once = await harness().payments.startSubscription(step, wanted);
    const again = await harness().payments.startSubscription(step, wanted);
    expect(again.id).toBe(once.id);
    expect(await harness().payments.findByOperation('subscription', { customer: customer.id }, step.operation)).toMatchObject({
      id: once.id,
      metadata: { operation: step.operation },
    });
    expect(await harness().payments.findByOperation('subscription', { customer: customer.id }, 'another operation')).toBeNull();
  });
});

describe('the preview of a sign-up', () => {
  const kinds = ['prorated', 'fullMonth', 'free'] as const;
  it.each(kinds)('%s: due today to the cent', async (kind) => {
    const timeline = await harness().timeline();
    const price = await harness().price(2_999);
    const first = kind === 'fullMonth' ? { kind, monthStart: timeline.first(0) } : { kind };
    const lastMonth = { product: harness().product, amount: 1_234, start: timeline.first(-1), end: timeline.first(0) };
    const start = { ...startTerms(timeline, price, first), lastMonth, taxRates: [await harness().taxRate(8.375)] };
    const customer = await timeline.customer();

    const preview = await harness().payments.preview({ kind: 'start', customer: customer.id, start });
    const wanted = { customer: customer.id, paymentMethod: customer.card, start, metadata: {} };
    const subscription = await harness().payments.startSubscription(harness().step(), wanted);
    const invoice = await latestInvoice(harness().payments, subscription.id);
    expect(invoice).toMatchObject({ status: 'paid', subtotal: preview.subtotal, total: preview.total, amount_due: preview.amount_due });
    expect(preview.lines.map(({ amount }) => amount)).toEqual(invoice.lines.data.map(({ amount }) => amount));
  });

  it('needs no customer', async () => {
    const timeline = await harness().timeline();
    const start = startTerms(timeline, await harness().price(3_000));
    const preview = await harness().payments.preview({ kind: 'start', customer: null, start });
    expect(preview.amount_due).toBe(firstPart(3_000, timeline));
  });
});
