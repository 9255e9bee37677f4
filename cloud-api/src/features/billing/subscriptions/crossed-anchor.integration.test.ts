import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import type { Preview } from '@washdesk/contracts/billing/plans/subscription-preview';
import { clientAs, type ApiClient } from '../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../testing/billing-cloud.ts';

let cloud: BillingCloud;
let cashier: ApiClient;
let manager: ApiClient;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-30T10:00:00Z' });
  cashier = await clientAs(cloud, 'Cashier');
  manager = await clientAs(cloud, 'SalesManager');
});
afterAll(() => cloud.stop());

const kiss = 'price_SuperKiss_12';
const plus = 'price_SuperKissPlus_12';
const outdated = { status: 409, body: { code: 'preview_outdated' } };

/** Each test begins one hour before the 1st of its month. */
let months = 0;
const atMonthEnd = async (): Promise<void> => {
  months += 1;
  await cloud.clock.moveTo(new Date(Date.UTC(2026, 10 + months, 1, 9)).toISOString());
};
const pastTheFirst = (): Promise<void> => cloud.clock.moveTo(new Date(Date.UTC(2026, 10 + months, 1, 10, 30)).toISOString());

async function member(PlanId = kiss) {
  const held = await cloud.member();
  const { status, body } = await cashier.post<Subscription>('/subscription', { customer: held.customer, PlanId, DoNotProrate: true });
  expect(status, JSON.stringify(body)).toBe(200);
  await cloud.settled();
  return { ...held, id: body.id };
}

const invoicesOf = (customer: string) => cloud.stripe.store.list('invoice').filter((one) => one.customer === customer);

/** Lets the 1st pass at Stripe without delivering its events. */
async function unheard(run: () => Promise<void>): Promise<void> {
  cloud.stripe.behave({ webhooks: { hold: true } });
  try {
    await pastTheFirst();
    await run();
  } finally {
    cloud.stripe.behave({ webhooks: { hold: false } });
    await cloud.settled();
  }
}

beforeEach(atMonthEnd);

describe('a preview that crossed the anchor', () => {
  it.each([
    ['upgrade', kiss, plus],
    ['downgrade', plus, kiss],
  ])('is outdated for an %s, even if the mirror does not have the new month', async (change, from, to) => {
    const { id, customer } = await member(from);
    const { body: preview } = await manager.post<Preview>(`/subscription/${id}/preview`, { change, price: to });
    await unheard(async () => {
      const before = invoicesOf(customer).length;
      const wanted = { price: to, proration_date: preview.proration_date };
      expect(await manager.post(`/subscription/${id}/${change}`, wanted)).toMatchObject(outdated);
      expect(invoicesOf(customer)).toHaveLength(before);
      const { body: again } = await manager.post<Preview>(`/subscription/${id}/preview`, { change, price: to });
      const shown = { price: to, proration_date: again.proration_date };
      expect((await manager.post(`/subscription/${id}/${change}`, shown)).status).toBe(200);
    });
  });

  it('is outdated for a discontinued plan that has ended with its month', async () => {
    const { id, customer } = await member();
    await cloud.sdk.subscriptions.update(id, { cancel_at_period_end: true });
    await cloud.settled();
    const { body: preview } = await cashier.post<Preview>(`/subscription/${id}/preview`, { change: 'reinstate' });
    expect(preview.due_today).toBe(0);
    await unheard(async () => {
      expect(await cashier.post(`/subscription/${id}/reinstate`)).toMatchObject(outdated);
      expect(invoicesOf(customer)).toHaveLength(1);
    });
    const told = { from: preview.proration_date };
    expect(await cashier.post(`/subscription/${id}/reinstate`, told)).toMatchObject(outdated);
  });
});

describe('a reinstatement without a mode', () => {
  it('is refused while another plan runs at Stripe, though no event has told of that yet', async () => {
    const { id, customer, card } = await member();
    await cloud.sdk.subscriptions.update(id, { cancel_at_period_end: true });
    await cloud.settled();
    cloud.stripe.behave({ webhooks: { hold: true } });
    await cloud.sdk.subscriptions.create({ customer, items: [{ price: plus }], default_payment_method: card });
    const answer = await cashier.post(`/subscription/${id}/reinstate`);
    cloud.stripe.behave({ webhooks: { hold: false } });
    await cloud.settled();
    expect(answer).toMatchObject({ status: 409, body: { code: 'already_subscribed' } });
    expect(await cloud.sdk.subscriptions.retrieve(id)).toMatchObject({ cancel_at_period_end: true });
  });
});
