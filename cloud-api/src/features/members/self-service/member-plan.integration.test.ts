import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { settingDefaults } from '@washdesk/rules/company/settings';
import { until } from '@washdesk/test-support/until';
import type { BillingCloud } from '../../../testing/billing-cloud.ts';
import { MemberPlans, superKiss, type PlanMember } from './member-plans.fixture.ts';

let plans: MemberPlans;
let cloud: BillingCloud;

beforeAll(async () => {
  plans = await MemberPlans.start('2026-10-02T15:00:00Z');
  cloud = plans.cloud;
});
afterEach(() => cloud.endPlans());
afterAll(() => plans.stop());

describe('a cancellation', () => {
  it('waits for the first full month, ends with the paid month, and can be undone', async () => {
    const one = await plans.member();
    const early = await one.client.get<{ change_from: string; cancel: { ends: string } }>('/member');
    expect(early.body.change_from).toBe('2026-12-01T10:00:00.000Z');
    const asked = (ends: string) => one.client.post('/member/plan/cancel', { reason: 'moved', comment: 'Thanks', ends });
    expect(await asked(early.body.cancel.ends)).toMatchObject({ status: 409, body: { code: 'too_early' } });

    await cloud.clock.moveTo('2026-12-05T15:00:00Z');
    const { body } = await one.client.get<{ cancel: { ends: string; bills_again: boolean } }>('/member');
    expect(body.cancel).toEqual({ ends: '2027-01-01T10:00:00.000Z', bills_again: false });
    const key = crypto.randomUUID();
    const form = { reason: 'moved', comment: 'Thanks', ends: body.cancel.ends };
    const canceled = await one.client.post<{ confirmation: string }>('/member/plan/cancel', form, { key });
    expect(canceled).toMatchObject({ status: 200, body: { confirmation: expect.stringMatching(/^[2-9A-Z]{4}-[2-9A-Z]{4}$/) } });
    expect(await one.client.post('/member/plan/cancel', form, { key })).toEqual(canceled);
    expect(plans.atStripe(one)?.cancel_at_period_end).toBe(true);
    expect(await one.client.get('/member')).toMatchObject({
      body: { plan: { standing: 'ending', ends: '2027-01-01T10:00:00.000Z' }, next_bill: null, confirmation: canceled.body.confirmation },
    });
    expect(await asked(form.ends)).toMatchObject({ status: 409, body: { code: 'already_canceled' } });

    const undo = () => one.client.post('/member/plan/reactivate', {}, { key: 'undo-in-december' });
    expect(await undo()).toEqual({ status: 200, body: { active: true } });
    expect(await undo()).toEqual({ status: 200, body: { active: true } });
    expect(plans.atStripe(one)?.cancel_at_period_end).toBe(false);
    expect(await one.client.get('/member')).toMatchObject({ body: { plan: { standing: 'active' }, confirmation: null } });
    expect(await one.client.post('/member/plan/reactivate')).toMatchObject({ status: 409, body: { code: 'not_canceled' } });
    expect(await plans.auditOf(one)).toEqual(['member.canceled', 'subscription.discontinued', 'subscription.reinstated']);

    const twoPhones = await Promise.all([asked(form.ends), asked(form.ends)]);
    expect(twoPhones.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(twoPhones.find(({ status }) => status === 409)).toMatchObject({ body: { code: 'already_canceled' } });
    // undoes only what was canceled before
    expect(await undo()).toEqual({ status: 200, body: { active: true } });
    expect(plans.atStripe(one)?.cancel_at_period_end).toBe(true);
  });

  it('from the 25th on bills one more month, as the page says before, and can be undone until then', async () => {
    const [one, other] = [await plans.member(), await plans.member()];
    await cloud.clock.moveTo('2027-02-25T18:00:00Z');
    const cancel = async ({ client }: PlanMember) => {
      const { body } = await client.get<{ cancel: { ends: string } }>('/member');
      expect(body.cancel).toEqual({ ends: '2027-04-01T10:00:00.000Z', bills_again: true });
      return client.post('/member/plan/cancel', { reason: 'unused', ends: body.cancel.ends });
    };
    const { status, body: said } = await cancel(one);
    expect(status).toBe(200);
    const atCounter = async () =>
      (await plans.cashier.get<{ subscriptions: { cancellation?: unknown }[] }>(`/customer/${one.customer}/subscriptions`)).body;
    const ends = Date.parse('2027-04-01T10:00:00Z') / 1_000;
    expect((await atCounter()).subscriptions[0]?.cancellation).toEqual({ confirmation: said['confirmation'], ends });
    expect((await cancel(other)).status).toBe(200);
    expect(plans.atStripe(one)?.cancel_at_period_end).toBe(false);
    expect(await one.client.get('/member')).toMatchObject({
      body: { plan: { standing: 'ending', ends: '2027-04-01T10:00:00.000Z' }, next_bill: { date: '2027-03-01T10:00:00.000Z' } },
    });
    const undo = () => other.client.post('/member/plan/reactivate', {}, { key: 'undo-in-february' });
    expect(await undo()).toEqual({ status: 200, body: { active: true } });
    expect(await undo()).toEqual({ status: 200, body: { active: true } });

    await cloud.clock.moveTo('2027-03-02T15:00:00Z');
    // the jobs' times are the machine's
    await cloud.database.db.updateTable('job').set({ due: new Date() }).where('what', '=', 'member-plan.cancel').execute();
    await until('the plan is discontinued', () => plans.atStripe(one)?.cancel_at_period_end);
    expect(plans.atStripe(other)?.cancel_at_period_end).toBe(false);
    await until('the cancellation is done', async () => !(await atCounter()).subscriptions[0]?.cancellation || null);
    expect(await one.client.get('/member')).toMatchObject({
      body: { plan: { standing: 'ending', ends: '2027-04-01T10:00:00.000Z' }, next_bill: null },
    });
  });
});

describe('another plan', () => {
  it('is offered with its price, previewed, and charged as previewed', async () => {
    const one = await plans.member();
    const { body } = await one.client.get<{ plans: { id: string; change: string }[] }>('/member/plans');
    const [higher] = body.plans.filter(({ change }) => change === 'upgrade');
    expect(await one.client.post('/member/plan', { price: higher!.id })).toMatchObject({ status: 409, body: { code: 'too_early' } });
    await cloud.clock.moveTo('2027-05-10T15:00:00Z');
    const preview = await one.client.get<{ due_today: number; proration_date: number }>(`/member/plans/${higher!.id}`);
    const form = { price: higher!.id, proration_date: preview.body.proration_date };
    const key = 'change-in-may';
    const changed = await one.client.post('/member/plan', form, { key });
    expect(changed).toEqual({ status: 200, body: { changed: true } });
    const [invoice] = (await cloud.sdk.invoices.list({ customer: one.customer, limit: 1 })).data;
    expect(invoice?.amount_paid).toBe(preview.body.due_today);
    // the response was lost
    expect(await one.client.post('/member/plan', form, { key })).toEqual(changed);
    expect((await cloud.sdk.invoices.list({ customer: one.customer, limit: 1 })).data).toMatchObject([{ id: invoice?.id }]);
    expect(await one.client.post('/member/plan', { price: 'price_SuperInterior_27' }, { key })).toMatchObject({
      status: 422,
      body: { code: 'key_reused' },
    });
    const other = await plans.member();
    expect(await other.client.post('/member/plan', form, { key })).toMatchObject({ status: 409, body: { code: 'too_early' } });
    expect(await one.client.post('/member/plan', { price: 'price_SuperInterior_27' })).toMatchObject({
      status: 409,
      body: { code: 'plan_not_offered' },
    });
  });
});

describe('what was set at the provider', () => {
  it('is in what the member sees: a coupon in the next bill, a chosen end, no price of several', async () => {
    const one = await plans.member();
    const change = async (more: Parameters<BillingCloud['sdk']['subscriptions']['update']>[1]) => {
      await cloud.sdk.subscriptions.update(one.subscription, more);
      await cloud.settled();
      return (await one.client.get('/member')).body;
    };
    const coupon = (await cloud.sdk.coupons.create({ percent_off: 10, duration: 'forever' })).id;
    expect(await change({ discounts: [{ coupon }] })).toMatchObject({ next_bill: { subtotal: 2_699, tax: 135, total: 2_834 } });
    const end = Math.floor(cloud.clock.now().getTime() / 1_000) + 86_400;
    const ends = new Date(end * 1_000).toISOString();
    const ending = await change({ cancel_at: end, proration_behavior: 'none' });
    expect(ending).toMatchObject({ plan: { standing: 'ending', ends, total: 3_149 }, next_bill: null });
    const item = cloud.stripe.store.get('subscription', one.subscription)!.items[0]!.id;
    const several = await change({ items: [{ id: item, quantity: 2 }], proration_behavior: 'none' });
    expect(several).toMatchObject({ plan: { amount: null, total: null } });
  });

  it('without a site leaves nothing to change to', async () => {
    const one = await plans.member();
    const { product } = await cloud.sdk.prices.retrieve(superKiss);
    const price = await cloud.sdk.prices.create({
      product: product as string,
      unit_amount: 2_999,
      currency: 'usd',
      recurring: { interval: 'month' },
    });
    const item = cloud.stripe.store.get('subscription', one.subscription)!.items[0]!.id;
    await cloud.sdk.subscriptions.update(one.subscription, { items: [{ id: item, price: price.id }], metadata: { site: '' } });
    await cloud.settled();
    expect(await one.client.get('/member/plans')).toEqual({ status: 200, body: { plans: [] } });
  });
});

describe('an offer instead of canceling', () => {
  const set = async (lines: readonly string[]) =>
    cloud.database.db
      .insertInto('setting')
      .values({ name: 'saveOffers', value: JSON.stringify(lines), changed: cloud.clock.now() })
      .onConflict((on) => on.column('name').doUpdateSet({ value: JSON.stringify(lines) }))
      .execute();
  const offersOf = async ({ client }: PlanMember) => (await client.get<{ save_offers: unknown[] }>('/member')).body.save_offers;
  const limit = { person: 0, device: 0, member: 1 };

  it('is a free month once in 12 months, counted with those of the counter, or a change to a named cheaper plan', async () => {
    await set(['unused: One month | Un mes | free month', 'expensive: Less | Menos | plan: Super Kiss', 'moved: Stay | Quédese']);
    const limits = { ...settingDefaults.giftLimits, freeMonths: limit };
    await cloud.database.db
      .updateTable('setting')
      .set({ value: JSON.stringify(limits) })
      .where('name', '=', 'giftLimits')
      .execute();
    const [one, other] = [await plans.member(), await plans.member()];
    await plans.cashier.post(`/subscription/${other.subscription}/upgrade`, { price: 'price_SuperKissPlus_12' });
    expect(await offersOf(one)).toEqual([]);
    await cloud.clock.moveTo('2027-09-05T15:00:00Z');
    const text = { reason: 'moved', en: 'Stay', es: 'Quédese', act: null };
    const free = { reason: 'unused', en: 'One month', es: 'Un mes', act: { kind: 'free_month', date: '2027-10-01T10:00:00.000Z' } };
    expect(await offersOf(one)).toEqual([free, text]);
    expect(await offersOf(other)).toMatchObject([free, { act: { kind: 'plan', price: superKiss, total: 3149 } }, text]);

    const take = (key: string, reason = 'unused') => one.client.post('/member/plan/free-month', { reason }, { key });
    expect(await take('free-month-0', 'moved')).toMatchObject({ status: 409, body: { code: 'not_offered' } });
    expect(await take('free-month-1')).toEqual({ status: 200, body: { taken: true } });
    expect(await take('free-month-1')).toEqual({ status: 200, body: { taken: true } });
    expect(await take('free-month-2')).toMatchObject({ status: 409, body: { code: 'not_offered' } });
    expect(await one.client.get('/member')).toMatchObject({ body: { next_bill: { total: 0 }, save_offers: [text] } });
    expect(await plans.auditOf(one)).toEqual(['subscription.free-month']);
    const given = cloud.database.db.selectFrom('gift').select(['kind', 'name']).where('customer', '=', one.customer);
    expect(await given.execute()).toEqual([{ kind: 'freeMonths', name: 'Member' }]);

    expect(await other.client.post('/member/plan', { price: superKiss })).toEqual({ status: 200, body: { changed: true } });
    await cloud.clock.moveTo('2027-10-02T15:00:00Z');
    const paid = async ({ customer }: PlanMember) => (await cloud.sdk.invoices.list({ customer, limit: 1 })).data[0];
    expect(await paid(one)).toMatchObject({ status: 'paid', total: 0 });
    // the same card had its free month
    expect(await other.client.get('/member')).toMatchObject({
      body: { plan: { name: 'Super Kiss', total: 3149 }, save_offers: [text] },
    });
    expect(await plans.statusAtLane(one.plate)).toBe('active');
    // the coupon is used, the year is not over
    expect(await offersOf(one)).toEqual([text]);
  });
});
