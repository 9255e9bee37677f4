import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { reinstateSubscription, Subscription, subscriptionPlans } from '@washdesk/contracts/billing/plans/subscription';
import type { Preview } from '@washdesk/contracts/billing/plans/subscription-preview';
import { increasedSince, paidTwice, uncollectedWarning } from '@washdesk/rules/plans/reinstate';
import { clientAs, type ApiClient } from '../../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../../testing/billing-cloud.ts';
import { lastNoteOf } from '../../../../testing/member-views.ts';

type Choice = z.infer<typeof subscriptionPlans.response>;
type Reinstated = z.infer<typeof reinstateSubscription.response>;

let cloud: BillingCloud;
let cashier: ApiClient;
let support: ApiClient;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-16T10:00:30Z' });
  cashier = await clientAs(cloud, 'Cashier');
  support = await clientAs(cloud, 'SupportCenter');
});
afterEach(() => cloud.endPlans());
afterAll(() => cloud.stop());

const epoch = (text: string): number => Date.parse(text) / 1_000;
const superKiss = 'price_SuperKiss_12';
const keptUntil2030 = String(epoch('2030-01-01T00:00:00Z'));

/** Creates a member since the 1st, with the whole month paid. */
async function subscribed(price = superKiss): Promise<{ customer: string; card: string; id: string }> {
  const { customer, card } = await cloud.member();
  const { body } = await cashier.post<Subscription>('/subscription', { stripeCustomer: customer, PlanId: price, DoNotProrate: true });
  return { customer, card, id: body.id };
}

const plansOf = async (id: string): Promise<Choice> => (await cashier.get<Choice>(`/subscription/${id}/plans?mode=reinstate`)).body;
const reinstate = (id: string, body: object = {}, by = cashier) => by.post<Reinstated>(`/subscription/${id}/reinstate`, body);
const invoicesOf = (customer: string) => cloud.stripe.store.list('invoice').filter((one) => one.customer === customer);
const paidBy = (customer: string): number[] =>
  invoicesOf(customer)
    .filter(({ created }) => created * 1_000 >= Date.parse('2026-12-01T00:00:00Z'))
    .toSorted((a, b) => a.created - b.created)
    .map(({ amount_paid }) => amount_paid);

async function discontinue(id: string): Promise<void> {
  await cloud.sdk.subscriptions.update(id, { cancel_at_period_end: true });
  await cloud.settled();
}

/** In calendar order: each test continues where the previous one left the clock. */
describe('in November', () => {
  it('a discontinued plan continues: nothing is charged, no receipt', async () => {
    const { customer, id } = await subscribed();
    expect((await cashier.get(`/subscription/${id}/plans?mode=reinstate`)).body).toMatchObject({ code: 'not_reinstatable' });
    await discontinue(id);
    expect(await plansOf(id)).toMatchObject({
      mode: 'discontinue-reinstate',
      chosen: superKiss,
      plans: [{ PlanId: superKiss, PlanPrice: 2999, isNextPrice: false, currentprice: true }],
      monthsSinceCanceled: null,
      warnings: [],
    });
    const preview = await cashier.post<Preview>(`/subscription/${id}/preview`, { change: 'reinstate' });
    expect(preview.body).toMatchObject({ due_today: 0, lines: [], next: { date: epoch('2026-12-01T10:00:00Z'), amount: 2999 } });
    const { status, body } = await reinstate(id);
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ mode: 'discontinue-reinstate', receipt: false, subscription: { id, cancel_at_period_end: false } });
    expect(invoicesOf(customer)).toHaveLength(1);
    const audits = await cloud.database.db.selectFrom('whole_audit').select('action').where('subject', '=', `subscription:${id}`).execute();
    expect(audits.map(({ action }) => action).toSorted()).toEqual(['subscription.reinstated', 'subscription.started']);
  });

  it('a price that is kept for the member counts from the next month on', async () => {
    const { customer, id } = await subscribed();
    const kept = 'price_SuperKiss_12_next';
    await cloud.sdk.customers.update(customer, { metadata: { nextprice: kept, nextpriceexpires: keptUntil2030 } });
    await discontinue(id);
    expect(await plansOf(id)).toMatchObject({
      mode: 'discontinue-reinstate-nextprice',
      chosen: kept,
      plans: [{ PlanId: kept, isNextPrice: true, nextprice: true }],
    });
    const { body } = await reinstate(id);
    expect(body).toMatchObject({ mode: 'discontinue-reinstate-nextprice', subscription: { plan: { id: kept, amount: 3299 } } });
    expect(invoicesOf(customer).map(({ amount_paid }) => amount_paid)).toEqual([2999]);
    await cloud.clock.moveTo('2026-12-01T12:00:00Z');
    expect(paidBy(customer)).toEqual([3299]);
  });
});

describe('in December', () => {
  /** Five members of December: each case begins where its plan ended. */
  it('a plan that has ended begins again, prorated as any', async () => {
    const { customer, id } = await subscribed();
    await cloud.sdk.subscriptions.cancel(id);
    await cloud.settled();
    await cloud.clock.moveTo('2026-12-10T15:30:30Z');
    expect(await plansOf(id)).toMatchObject({
      mode: 'ordinary',
      chosen: superKiss,
      monthsSinceCanceled: 0,
      warnings: [paidTwice('01/01/2027')],
    });
    // From the 10th 15:30 to January 1, 10:00: 21 days 18 h 30 min = 1881000 s of December's 2678400. 2999 x 1881000 / 2678400 = 2106.15 ->
    // 2106
    const from = epoch('2026-12-10T15:30:00Z');
    const preview = await cashier.post<Preview>(`/subscription/${id}/preview`, { change: 'reinstate', from });
    expect(preview.body).toMatchObject({ due_today: 2106, next: { amount: 2999, date: epoch('2027-01-01T10:00:00Z') } });
    const changed = await cashier.post(`/subscription/${id}/reinstate?mode=discontinue-reinstate`, { from });
    expect(changed).toMatchObject({ status: 409, body: { code: 'mode_changed', details: { mode: 'ordinary' } } });
    const { status, body } = await cashier.post<Reinstated>(`/subscription/${id}/reinstate?mode=ordinary`, { from });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({
      mode: 'ordinary',
      receipt: true,
      subscription: { status: 'active', metadata: { old_id: id, site: '12' } },
    });
    expect(body.subscription.id).not.toBe(id);
    expect(paidBy(customer)).toEqual([2999, 2106]);
    expect(await reinstate(id)).toMatchObject({ status: 409, body: { code: 'already_subscribed' } });
  });

  it('another plan takes the support center', async () => {
    const { id } = await subscribed();
    await cloud.sdk.subscriptions.cancel(id);
    await cloud.settled();
    const price = 'price_SuperKissPlus_12';
    expect((await plansOf(id)).plans.map(({ PlanId }) => PlanId)).toContain(price);
    expect(await reinstate(id, { price })).toMatchObject({ status: 403 });
    expect(await reinstate(id, { price: 'price_Interior_12' })).toMatchObject({ status: 409, body: { code: 'plan_not_offered' } });
    const { body } = await reinstate(id, { price, DoNotProrate: true }, support);
    expect(body).toMatchObject({
      mode: 'ordinary',
      subscription: { plan: { id: price, amount: 4499 }, latest_invoice: { amount_due: 4499 } },
    });
  });

  it('after an increase it is today’s price, and the cashier is told', async () => {
    const { customer } = await cloud.member();
    const old = await cloud.sdk.prices.create({
      product: 'prod_SuperKiss',
      currency: 'usd',
      unit_amount: 2499,
      recurring: { interval: 'month' },
      metadata: { site: '12', current_price: 'false' },
    });
    const { id } = await cloud.sdk.subscriptions.create({ customer, items: [{ price: old.id }], metadata: { site: '12' } });
    await cloud.sdk.subscriptions.cancel(id);
    await cloud.settled();
    expect(await plansOf(id)).toMatchObject({ chosen: superKiss, warnings: [expect.stringContaining('was paid until'), increasedSince] });
    const nextPrice = { nextprice: old.id, nextpriceexpires: keptUntil2030 };
    await cloud.sdk.customers.update(customer, { metadata: nextPrice });
    await cloud.settled();
    expect(await plansOf(id)).toMatchObject({
      mode: 'ordinary-nextprice',
      chosen: old.id,
      warnings: [expect.stringContaining('was paid until')],
    });
    const { body } = await reinstate(id, { FreeForMonth: true });
    expect(body).toMatchObject({ mode: 'ordinary-nextprice', subscription: { status: 'trialing', plan: { amount: 2499 } } });
  });

  it('a declined card leaves a note and the code, and the next card pays', async () => {
    const { customer, card, id } = await subscribed();
    await cloud.sdk.subscriptions.cancel(id);
    await cloud.settled();
    cloud.spoil(card, 'declined_insufficient_funds');
    const declined = await reinstate(id, { DoNotProrate: true });
    expect(declined).toMatchObject({
      status: 402,
      body: {
        code: 'card_declined',
        message: 'The Card was declined with a decline code of [insufficient_funds]',
        details: { declineCode: 'insufficient_funds', networkStatus: 'declined_by_network' },
      },
    });
    expect(await lastNoteOf(cloud, customer)).toMatchObject({
      note: 'Failed to Reinstate Subscription (insufficient_funds)',
      agent: 'Sam Fuller',
    });
    const { body } = await reinstate(id, { DoNotProrate: true, PaymentMethodId: await cloud.card(customer) });
    expect(body).toMatchObject({ mode: 'ordinary', subscription: { status: 'active' } });
    expect(invoicesOf(customer).filter(({ status }) => status === 'paid')).toHaveLength(2);
  });
});

describe('after an unpaid month', () => {
  let member: Awaited<ReturnType<typeof subscribed>>;

  it('the plan ended by itself, and that month is paid first', async () => {
    member = await subscribed();
    cloud.spoil(member.card, 'declined');
    // after January 1 and three retries
    await cloud.clock.moveTo('2027-01-20T15:00:00Z');
    expect(cloud.stripe.store.get('subscription', member.id)?.status).toBe('canceled');
    expect(await plansOf(member.id)).toMatchObject({
      mode: 'nonpayment-reinstate',
      chosen: superKiss,
      monthsSinceCanceled: 0,
      warnings: [uncollectedWarning],
    });
    const preview = await cashier.post<Preview>(`/subscription/${member.id}/preview`, { change: 'reinstate' });
    expect(preview.body).toMatchObject({ due_today: 2999, next: { date: epoch('2027-02-01T10:00:00Z'), amount: 2999 } });
  });

  it('with the same bad card it stays so, with a note', async () => {
    const declined = await reinstate(member.id);
    expect(declined).toMatchObject({ status: 402, body: { message: 'The Card was declined with a decline code of [generic_decline]' } });
    expect(await lastNoteOf(cloud, member.customer)).toMatchObject({ note: 'Failed to Reinstate Subscription (generic_decline)' });
    const running = cloud.stripe.store
      .list('subscription')
      .filter(({ customer, status }) => customer === member.customer && status !== 'canceled');
    expect(running).toEqual([]);
  });

  it('with another card the month is paid once, and the plan runs on from the 1st', async () => {
    const card = await cloud.card(member.customer);
    expect(await reinstate(member.id, { PaymentMethodId: card, ChargeForLastMonth: true })).toMatchObject({
      status: 400,
      body: { code: 'invalid_choices' },
    });
    const { status, body } = await reinstate(member.id, { PaymentMethodId: card });
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body).toMatchObject({ mode: 'nonpayment-reinstate', receipt: true, subscription: { status: 'trialing' } });
    // December; January's renewal, paid now; the new start, free
    expect(paidBy(member.customer)).toEqual([2999, 2999, 0]);
    await cloud.clock.moveTo('2027-02-01T12:00:00Z');
    expect(paidBy(member.customer)).toEqual([2999, 2999, 0, 2999]);
  });
});

describe('a debt that is paid just before the plan', () => {
  const auditsOf = (customer: string) =>
    cloud.database.db
      .selectFrom('whole_audit')
      .select(['action', 'subject', 'after', 'why'])
      .where('subject', 'in', (query) =>
        query
          .selectFrom('mirror_subscription')
          .select(sql<string>`'subscription:' || id`.as('subject'))
          .where('customer', '=', customer),
      )
      .where('action', 'in', ['subscription.reinstated', 'subscription.not-paid', 'subscription.owed-paid'])
      .execute();

  /** Creates a customer whose plan ended after an unpaid month, and who has a good card now. */
  async function withUnpaidMonth(until: string) {
    const member = await subscribed();
    cloud.spoil(member.card, 'declined');
    await cloud.clock.moveTo(until);
    const invoice = cloud.stripe.store.get('subscription', member.id)?.latest_invoice ?? '';
    return { ...member, invoice, PaymentMethodId: await cloud.card(member.customer) };
  }

  it('elsewhere is not paid again: the plan continues from the next 1st', async () => {
    const { id, customer, invoice, PaymentMethodId } = await withUnpaidMonth('2027-03-20T15:00:00Z');
    await cloud.sdk.invoices.pay(invoice, { payment_method: PaymentMethodId });
    await cloud.settled();
    const preview = await cashier.post<Preview>(`/subscription/${id}/preview`, { change: 'reinstate' });
    expect(preview.body).toMatchObject({ due_today: 0, next: { date: epoch('2027-04-01T10:00:00Z'), amount: 2999 } });
    expect(await reinstate(id, { PaymentMethodId })).toMatchObject({ status: 200, body: { subscription: { status: 'trialing' } } });
    const paidBefore = paidBy(customer);
    await cloud.clock.moveTo('2027-04-01T12:00:00Z');
    expect(paidBy(customer)).toEqual([...paidBefore, 2999]);
  });

  it('is in the audit of the reinstatement', async () => {
    const { id, customer, invoice, PaymentMethodId } = await withUnpaidMonth('2027-05-20T15:00:00Z');
    expect(await reinstate(id, { PaymentMethodId })).toMatchObject({ status: 200 });
    expect(await auditsOf(customer)).toMatchObject([
      { action: 'subscription.reinstated', after: { mode: 'nonpayment-reinstate', paid: 0, owed: { invoice, paid: 2999 } } },
    ]);
  });

  it('is written down too when Stripe then refuses the plan', async () => {
    const { id, customer, invoice, PaymentMethodId } = await withUnpaidMonth('2027-06-20T15:00:00Z');
    const price = cloud.stripe.store.get('price', superKiss)!;
    // just archived in Stripe's dashboard
    cloud.stripe.store.put({ ...price, active: false });
    const refused = await reinstate(id, { PaymentMethodId });
    cloud.stripe.store.put(price);
    expect(refused).toMatchObject({ status: 400, body: { code: 'stripe_refused', details: { owed: { invoice, paid: 2999 } } } });
    expect(cloud.stripe.store.get('invoice', invoice)?.status).toBe('paid');
    expect(await auditsOf(customer)).toMatchObject([
      {
        action: 'subscription.owed-paid',
        subject: `subscription:${id}`,
        after: { owed: { invoice, paid: 2999 } },
        why: expect.stringContaining('inactive'),
      },
    ]);
    expect(await lastNoteOf(cloud, customer)).toMatchObject({
      note: 'Paid $29.99 of an open invoice; the plan didn’t restart',
      agent: 'Sam Fuller',
    });
    // the next attempt does not charge that month again
    expect(await reinstate(id, { PaymentMethodId })).toMatchObject({ status: 200, body: { subscription: { status: 'trialing' } } });
  });
});
