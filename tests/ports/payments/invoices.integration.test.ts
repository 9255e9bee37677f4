import { describe, expect, it } from 'vitest';
import { CardDeclined } from '@washdesk/cloud-api/ports/payments';
import { debitOf } from '@washdesk/test-support/prorations';
import { beginPlan, latestInvoice, paymentOf, fetchSubscription } from './begin.ts';
import { useHarness } from './harness.ts';

const harness = useHarness();

/** Creates a plan whose renewal the card has just declined. */
async function declinedRenewal() {
  const timeline = await harness().timeline();
  const { id, card, subscription } = await beginPlan(harness(), timeline, await harness().price(3_000));
  const failing = await harness().payments.attachPaymentMethod(harness().step(), 'pm_card_chargeCustomerFail', id);
  await harness().payments.changeSubscription(harness().step(), subscription.id, { defaultPaymentMethod: failing.id });
  await timeline.advancePast(1);
  return {
    timeline,
    customer: id,
    card,
    failing: failing.id,
    subscription: subscription.id,
    invoice: await latestInvoice(harness().payments, subscription.id),
  };
}

describe('an invoice', () => {
  it('names the payment that paid it', async () => {
    const timeline = await harness().timeline();
    const { id, subscription } = await beginPlan(harness(), timeline, await harness().price(3_000));
    const invoice = await latestInvoice(harness().payments, subscription.id);
    const intent = await harness().payments.fetch('payment_intent', paymentOf(invoice), 'interactive');
    expect(intent).toMatchObject({ status: 'succeeded', customer: id, amount: invoice.total, amount_received: invoice.total });
    expect(invoice.parent).toMatchObject({ subscription_details: { subscription: subscription.id } });
  });

  it('of a declined renewal stays open until another card pays it', async () => {
    const { card, failing, subscription, invoice } = await declinedRenewal();
    expect(invoice).toMatchObject({ status: 'open', total: 3_000, amount_remaining: 3_000, attempt_count: 1 });
    expect(await fetchSubscription(harness().payments, subscription)).toMatchObject({ status: 'past_due' });

    await expect(harness().payments.payInvoice(harness().step(), invoice.id, failing)).rejects.toBeInstanceOf(CardDeclined);
    const paid = await harness().payments.payInvoice(harness().step(), invoice.id, card);
    expect(paid).toMatchObject({ id: invoice.id, status: 'paid', amount_paid: 3_000, amount_remaining: 0 });
    expect(await fetchSubscription(harness().payments, subscription)).toMatchObject({ status: 'active' });
  });

  it('that was written off can still be paid, and a plan begun again', async () => {
    const { timeline, customer, card, subscription, invoice } = await declinedRenewal();
    expect(await harness().payments.markUncollectible(harness().step(), invoice.id)).toMatchObject({ status: 'uncollectible' });
    await harness().payments.cancelSubscription(harness().step(), subscription, 'non-payment');
    expect(await harness().payments.payInvoice(harness().step(), invoice.id, card)).toMatchObject({ status: 'paid', amount_paid: 3_000 });

    const start = {
      price: await harness().price(3_000),
      from: timeline.now - 60,
      anchor: timeline.first(2),
      first: { kind: 'prorated' },
    } as const;
    const again = { customer, paymentMethod: card, start: { ...start, taxRates: [] }, metadata: { reinstated: subscription } };
    const reinstated = await harness().payments.startSubscription(harness().step(), again);
    expect(reinstated).toMatchObject({ status: 'active', metadata: { reinstated: subscription } });
    const due = debitOf(3_000, start.anchor - start.from, start.anchor - timeline.first(1));
    expect(await latestInvoice(harness().payments, reinstated.id)).toMatchObject({ status: 'paid', total: due });
  });

  it('stays open when its plan is terminated', async () => {
    const { subscription, invoice } = await declinedRenewal();
    await harness().payments.cancelSubscription(harness().step(), subscription, 'non-payment');
    expect(await harness().payments.fetch('invoice', invoice.id, 'interactive')).toMatchObject({ status: 'open', amount_remaining: 3_000 });
  });
});
