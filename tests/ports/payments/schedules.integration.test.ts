import { describe, expect, it } from 'vitest';
import { beginPlan, itemOf, latestInvoice, fetchSubscription } from './begin.ts';
import { useHarness } from './harness.ts';

const harness = useHarness();

async function scheduledIncrease() {
  const timeline = await harness().timeline();
  const { subscription } = await beginPlan(harness(), timeline, await harness().price(3_000));
  const wanted = {
    subscription: subscription.id,
    price: await harness().price(3_500),
    startsAt: timeline.first(2),
    metadata: { why: 'costs' },
  };
  const step = harness().step();
  const schedule = await harness().payments.scheduleIncrease(step, wanted);
  return { timeline, subscription, wanted, step, schedule };
}

describe('a scheduled increase', () => {
  it('waits in a second phase and belongs to the subscription', async () => {
    const { timeline, subscription, wanted, step, schedule } = await scheduledIncrease();
    expect(schedule).toMatchObject({
      status: 'active',
      subscription: subscription.id,
      metadata: { why: 'costs', operation: step.operation },
      phases: [{ items: [{ price: itemOf(subscription).price }] }, { start_date: timeline.first(2), items: [{ price: wanted.price }] }],
    });
    expect(await fetchSubscription(harness().payments, subscription.id)).toMatchObject({
      schedule: schedule.id,
      metadata: subscription.metadata,
    });
    expect((await harness().payments.scheduleIncrease(step, wanted)).id).toBe(schedule.id);
  });

  it('comes on its 1st, not before, and then lets go', async () => {
    const { timeline, subscription, wanted, schedule } = await scheduledIncrease();
    await timeline.advancePast(1);
    expect(await latestInvoice(harness().payments, subscription.id)).toMatchObject({ status: 'paid', total: 3_000 });
    await timeline.advancePast(2);
    expect(await latestInvoice(harness().payments, subscription.id)).toMatchObject({ status: 'paid', total: 3_500 });
    expect(itemOf(await fetchSubscription(harness().payments, subscription.id)).price).toBe(wanted.price);

    await timeline.advancePast(3);
    expect(await latestInvoice(harness().payments, subscription.id)).toMatchObject({ status: 'paid', total: 3_500 });
    expect(await fetchSubscription(harness().payments, subscription.id)).toMatchObject({ status: 'active', schedule: null });
    expect(await harness().payments.fetch('schedule', schedule.id, 'interactive')).toMatchObject({ status: 'released' });
  });

  it('leaves the card alone that pays by then, though it was announced with another', async () => {
    const { timeline, subscription } = await scheduledIncrease();
    const { payments } = harness();
    const card = await payments.attachPaymentMethod(harness().step(), 'pm_card_mastercard', subscription.customer);
    const step = harness().step();
    await payments.changeSubscription(step, subscription.id, { defaultPaymentMethod: card.id });
    await payments.changeSubscription(step, subscription.id, { defaultPaymentMethod: card.id });
    await timeline.advancePast(1);
    await timeline.advancePast(2);
    expect(await latestInvoice(payments, subscription.id)).toMatchObject({ status: 'paid', total: 3_500 });
    expect(await fetchSubscription(payments, subscription.id)).toMatchObject({ default_payment_method: card.id });
  });

  it('that is released never comes; releasing again is no failure, nor is another one', async () => {
    const { timeline, subscription, wanted, schedule } = await scheduledIncrease();
    expect(await harness().payments.releaseSchedule(harness().step(), schedule.id)).toMatchObject({ status: 'released' });
    expect(await harness().payments.releaseSchedule(harness().step(), schedule.id)).toMatchObject({ status: 'released' });
    expect(await fetchSubscription(harness().payments, subscription.id)).toMatchObject({ schedule: null });

    await timeline.advancePast(1);
    await timeline.advancePast(2);
    expect(await latestInvoice(harness().payments, subscription.id)).toMatchObject({ status: 'paid', total: 3_000 });
    const again = await harness().payments.scheduleIncrease(harness().step(), { ...wanted, startsAt: timeline.first(3) });
    expect(again).toMatchObject({ status: 'active', subscription: subscription.id });
  });
});
