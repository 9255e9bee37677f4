import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { Plan, Subscription, subscriptionPlans } from '@washdesk/contracts/billing/plans/subscription';
import type { Preview } from '@washdesk/contracts/billing/plans/subscription-preview';
import type { Schedule } from '@washdesk/contracts/members/customer-parts';
import { creditOf, debitOf } from '@washdesk/test-support/prorations';
import { clientAs, type ApiClient } from '../../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../../testing/billing-cloud.ts';

type Choice = z.infer<typeof subscriptionPlans.response>;

let cloud: BillingCloud;
let cashier: ApiClient;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-21T15:30:00Z', taxed: true });
  cashier = await clientAs(cloud, 'Cashier');
});
afterAll(() => cloud.stop());

const decemberFirst = Date.parse('2026-12-01T10:00:00Z') / 1_000;
const novemberSeconds = 30 * 86_400;
const withTax = (cents: number): number => cents + Math.round(cents * 0.05);

/** Creates a member whose whole November is paid. */
async function subscribed(PlanId: string, plate?: string): Promise<{ customer: string; id: string; item: string }> {
  const { customer } = await cloud.member(plate ? { plate } : {});
  const { body } = await cashier.post<Subscription>('/subscription', { stripeCustomer: customer, PlanId, DoNotProrate: true });
  return { customer, id: body.id, item: body.items.data[0]!.id };
}

const choose = (id: string, mode: string) => cashier.get<Choice>(`/subscription/${id}/plans?mode=${mode}`);
const preview = (id: string, body: object) => cashier.post<Preview>(`/subscription/${id}/preview`, body);
const renewalOf = (customer: string) =>
  cloud.stripe.store.list('invoice').find((one) => one.customer === customer && one.billing_reason === 'subscription_cycle');

describe('the plans to choose from', () => {
  it('are those of the class above, for the plate and the site', async () => {
    const wash = await subscribed('price_SuperKiss_12');
    const up = await choose(wash.id, 'upgrade');
    expect(up.body).toEqual({
      mode: 'upgrade',
      plans: [
        {
          PlanId: 'price_SuperKissPlus_12',
          PlanName: 'Super Kiss Plus',
          PlanPrice: 4499,
          PlanTotal: withTax(4499),
          ProductId: 'prod_SuperKissPlus',
          ProductName: 'Super Kiss Plus',
          ProductClass: 'Super Kiss Plus',
          ClubCode: 'B',
          PlanDuration: 6,
          allow_prorate: true,
          availableonline: 1,
          currentprice: true,
          nextprice: false,
          isNextPrice: false,
        },
      ],
      chosen: 'price_SuperKissPlus_12',
      monthsSinceCanceled: null,
      warnings: [],
    });
    expect(await choose(wash.id, 'downgrade')).toMatchObject({ status: 404, body: { message: 'Failed to Find Downgrade Plan' } });
    const plus = await subscribed('price_SuperKissPlus_12');
    expect(await choose(plus.id, 'upgrade')).toMatchObject({ status: 404, body: { message: 'Failed to Find Upgrade Plan' } });
    expect((await choose(plus.id, 'downgrade')).body.plans.map(({ PlanPrice }) => PlanPrice)).toEqual([2999]);
  });

  it('of a downgrade cost no more than the cap', async () => {
    const interior = await subscribed('price_SuperInterior_12', 'INSIDE1-HI');
    const { body } = await choose(interior.id, 'downgrade');
    // listed at 3499
    expect(body.plans).toMatchObject([{ PlanId: 'price_Interior_12', PlanPrice: 2999 }]);
  });

  it('of an unknown customer are not found', async () => {
    expect(await choose('sub_nobody', 'upgrade')).toMatchObject({ status: 404, body: { message: 'Failed to lookup subscription' } });
  });
});

describe('an amount that a person reads for later', () => {
  it('is with tax and equals the preview: of plans on sale, of changes and of the plan itself', async () => {
    const { id, customer } = await subscribed('price_SuperKiss_12');
    const { body: next } = await cashier.get<{ amount_due: number }>(`/invoice/${id}/latestinvoice`);
    expect(next.amount_due).toBe(withTax(2999));
    const { body: own } = await cashier.get<{ subscriptions: Subscription[] }>(`/customer/${customer}/subscriptions`);
    expect(own.subscriptions[0]).toMatchObject({ plan: { amount: 2999, total: next.amount_due }, terms: '$31.49 a month with tax' });
    const { body: there } = await cashier.get<{ prices: Plan[] }>('/price');
    expect(there.prices.find(({ PlanId }) => PlanId === 'price_SuperKiss_12')).toMatchObject({ PlanTotal: next.amount_due });
    const { body: prices } = await cashier.get<{ prices: (Plan & { paid: boolean })[] }>(`/subscription/${id}/prices`);
    for (const { PlanId, PlanTotal } of prices.prices.filter(({ paid }) => !paid)) {
      const { body } = await preview(id, { change: 'changeprice', price: PlanId });
      expect(body.next?.amount, PlanId).toBe(PlanTotal);
    }
    const scheduler = await clientAs(cloud, 'Scheduler');
    await scheduler.post('/subscriptionschedule', { subscriptionId: id, newPrice: 'price_SuperKiss_12_next' });
    const { body: scheduled } = await cashier.get<{ schedules: Schedule[] }>(`/customer/${customer}/schedules`);
    const { body: increased } = await cashier.get<{ amount_due: number }>(`/invoice/${id}/latestinvoice`);
    expect(scheduled.schedules[0]?.phases.at(-1)?.items[0]?.total).toBe(increased.amount_due);
  });

  it('is with tax on the paper, the agreement and the note of a sign-up and of an increase, and in the timeline', async () => {
    const { id, customer } = await subscribed('price_SuperKiss_12');
    const paper = await cloud.database.db.selectFrom('receipt').select('facts').where('customer', '=', customer).executeTakeFirst();
    expect(paper?.facts).toMatchObject({ price: 2999, total: 3149 });
    const { body: signed } = await cashier.get<{ signatures: object[] }>(`/customer/${customer}/signatures`);
    expect(signed.signatures[0]).toMatchObject({ price: 2999, total: 3149 });
    const { body: papers } = await cashier.get<{ receipts: object[] }>(`/customer/${customer}/receipts`);
    expect(papers.receipts).toMatchObject([{ kind: 'signup', price: 3149 }]);
    await cashier.post(`/subscription/${id}/upgrade`, { PlanId: 'price_SuperKissPlus_12' });
    const scheduler = await clientAs(cloud, 'Scheduler');
    await scheduler.post('/subscriptionschedule', { subscriptionId: id, newPrice: 'price_SuperKissPlus_12_next' });
    const { body: notes } = await cashier.get<{ notes: { note: string }[] }>(`/customer/${customer}/notes`);
    expect(notes.notes.map(({ note }) => note)).toEqual([
      expect.stringMatching(/^Price increase scheduled from \$47\.24 to Super Kiss Plus at \$\d+\.\d\d with tax on/),
      expect.stringMatching(/^Upgraded from Super Kiss at \$31\.49 with tax to Super Kiss Plus at \$47\.24 with tax, paid/),
      expect.stringMatching(/^Signed up for Super Kiss at \$31\.49 with tax, paid/),
    ]);
    const { body: timeline } = await cashier.get<{ entries: { changes: object[] }[] }>(`/customer/${customer}/timeline?kinds=plan`);
    expect(timeline.entries.flatMap(({ changes }) => changes)).toContainEqual({
      what: 'Plan',
      before: 'Super Kiss, $31.49 a month with tax',
      after: 'Super Kiss Plus, $47.24 a month with tax',
    });
  });

  it('is without tax for an exempt customer', async () => {
    const { customer } = await cloud.member({ taxExempt: true, plate: '' });
    const { body } = await cashier.post<Subscription>('/subscription', { customer, PlanId: 'price_SuperKiss_12' });
    const { body: own } = await cashier.get<{ subscriptions: Subscription[] }>(`/customer/${customer}/subscriptions`);
    expect(own.subscriptions[0]).toMatchObject({ id: body.id, plan: { total: 2999 }, terms: '$29.99 a month' });
    const { body: prices } = await cashier.get<{ prices: Plan[] }>(`/subscription/${body.id}/prices`);
    expect(prices.prices.every(({ PlanPrice, PlanTotal }) => PlanPrice === PlanTotal)).toBe(true);
  });
});

describe('a preview equals what Stripe bills', () => {
  it('of an upgrade, paid at once, also a while later', async () => {
    const { id, item, customer } = await subscribed('price_SuperKiss_12');
    const { body } = await preview(id, { change: 'upgrade', price: 'price_SuperKissPlus_12' });
    const { from } = body;
    // the unused rest of 2999 is credited, the rest of 4499 is due, each with its tax
    const [back, due] = [creditOf(2999, decemberFirst - from, novemberSeconds), debitOf(4499, decemberFirst - from, novemberSeconds)];
    expect(body.due_today).toBe(withTax(due) - withTax(back));
    expect(body).toMatchObject({ proration_date: from, next: { date: decemberFirst, amount: withTax(4499), tax: 225 } });
    await cloud.clock.moveTo('2026-11-21T17:00:00Z');
    await cloud.sdk.subscriptions.update(id, {
      items: [{ id: item, price: 'price_SuperKissPlus_12' }],
      proration_behavior: 'always_invoice',
      proration_date: from,
    });
    const billed = cloud.stripe.store.get('subscription', id)?.latest_invoice ?? '';
    expect(cloud.stripe.store.get('invoice', billed)).toMatchObject({ amount_paid: body.due_today });
    await cloud.clock.moveTo('2026-12-01T12:00:00Z');
    expect(renewalOf(customer)).toMatchObject({ amount_paid: body.next?.amount });
  });
});

describe('in December', () => {
  const januaryFirst = Date.parse('2027-01-01T10:00:00Z') / 1_000;
  const decemberSeconds = 31 * 86_400;

  it('a downgrade at the cap is credited with the next invoice', async () => {
    await cloud.clock.moveTo('2026-12-16T10:00:00Z');
    const { customer, id, item } = await subscribed('price_SuperInterior_12', 'INSIDE2-HI');
    const { body } = await preview(id, { change: 'downgrade', price: 'price_Interior_12' });
    const left = januaryFirst - body.from;
    // January at the cap, the rest of December at the cap, minus the rest of December at 5999
    const due = withTax(2999) + withTax(debitOf(2999, left, decemberSeconds)) - withTax(creditOf(5999, left, decemberSeconds));
    expect(body).toMatchObject({ due_today: 0, lines: [], next: { date: januaryFirst, amount: due, monthly: withTax(2999) } });

    const other = await subscribed('price_SuperKiss_12');
    const price = await preview(other.id, { change: 'changeprice', price: 'price_SuperKiss_12_next' });
    expect(price.body).toMatchObject({ due_today: 0, next: { date: januaryFirst, amount: withTax(3299) } });

    const capped = await cloud.sdk.prices.create({
      product: 'prod_Interior',
      currency: 'usd',
      unit_amount: 2999,
      recurring: { interval: 'month' },
    });
    await cloud.sdk.subscriptions.update(id, {
      items: [{ id: item, price: capped.id }],
      proration_behavior: 'create_prorations',
      proration_date: body.from,
    });
    await cloud.sdk.subscriptions.update(other.id, {
      items: [{ id: other.item, price: 'price_SuperKiss_12_next' }],
      proration_behavior: 'none',
    });
    await cloud.settled();
    const next = await cashier.get(`/invoice/${id}/latestinvoice`);
    expect(next.body).toMatchObject({ amount_due: due, date: januaryFirst });
    await cloud.clock.moveTo('2027-01-01T12:00:00Z');
    expect(renewalOf(customer)).toMatchObject({ amount_paid: due });
    expect(renewalOf(other.customer)).toMatchObject({ amount_paid: withTax(3299) });
  });
});

describe('a preview is refused', () => {
  it('for a plan that is no target, and for a plan that does not go on', async () => {
    const { id } = await subscribed('price_SuperKiss_12');
    const wrong = await preview(id, { change: 'upgrade', price: 'price_OilChange_12' });
    expect(wrong).toMatchObject({ status: 409, body: { code: 'plan_not_offered' } });
    await cloud.sdk.subscriptions.update(id, { cancel_at_period_end: true });
    await cloud.settled();
    expect(await preview(id, { change: 'upgrade', price: 'price_SuperKissPlus_12' })).toMatchObject({ status: 409 });
    const next = await cashier.get(`/invoice/${id}/latestinvoice`);
    expect(next.body).toMatchObject({ amount_due: 0, date: null });
  });

  it('while Stripe cannot be reached', async () => {
    const { customer } = await cloud.member();
    cloud.stripe.behave({ down: true });
    const answer = await cashier.post('/subscription/preview', { stripeCustomer: customer, PlanId: 'price_SuperKiss_12' });
    cloud.stripe.behave({ down: false });
    expect(answer).toMatchObject({ status: 503, body: { code: 'stripe_unavailable' } });
  });
});

describe('what a small amount leaves', () => {
  it('is carried to the next invoice', async () => {
    // 15 minutes before February 1: 2999 x 900 / 2678400 = 1.01 -> 1, tax 0: too little to charge
    await cloud.clock.moveTo('2027-02-01T09:45:30Z');
    const from = Date.parse('2027-02-01T09:45:00Z') / 1_000;
    const { customer } = await cloud.member();
    const payload = { stripeCustomer: customer, PlanId: 'price_SuperKiss_12', from };
    const { body } = await cashier.post<Preview>('/subscription/preview', payload);
    expect(body).toMatchObject({ due_today: 0, next: { amount: 3150 } });
    expect(await cashier.post('/subscription', payload)).toMatchObject({ status: 200 });
    await cloud.clock.moveTo('2027-02-01T12:00:00Z');
    expect(renewalOf(customer)).toMatchObject({ amount_paid: 3150 });
  });
});
