import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { settingDefaults } from '@washdesk/rules/company/settings';
import { firstOfNextMonth } from '@washdesk/rules/dates/billing-instant';
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

describe('an ended plan', () => {
  const ended = async (): Promise<PlanMember> => {
    const one = await plans.member();
    await cloud.sdk.subscriptions.cancel(one.subscription);
    await cloud.settled();
    return one;
  };
  const terms = settingDefaults.onlineTerms.version;
  const costOf = async ({ client }: PlanMember, price: string) =>
    (await client.get<{ due_today: number; proration_date: number }>(`/member/restart/${price}`)).body;
  const plansOf = ({ customer }: PlanMember) => cloud.stripe.store.list('subscription').filter((plan) => plan.customer === customer);

  it('is started again once by two phones and a double press, as previewed, and the lane lets the car in', async () => {
    const one = await ended();
    expect(await plans.statusAtLane(one.plate)).toBe('canceled');
    const { body } = await one.client.get<{ plans: { id: string }[]; former: boolean }>('/member/restart');
    expect(body).toMatchObject({
      former: true,
      plans: [{ id: superKiss, amount: 2999, total: 3149 }, { id: 'price_SuperKissPlus_12' }, {}],
      paid_until: firstOfNextMonth(cloud.clock.now()).toISOString().slice(0, 10),
    });
    const { due_today, proration_date } = await costOf(one, superKiss);
    const wanted = { price: superKiss, proration_date, termsVersion: terms };
    expect(await one.client.post('/member/restart', { ...wanted, termsVersion: 'old' })).toMatchObject({ body: { code: 'terms_changed' } });
    const press = (key: string) => one.client.post('/member/restart', wanted, { key });
    const answers = await Promise.all([press('restart-phone-1'), press('restart-phone-1'), press('restart-phone-2')]);
    expect(answers.slice(0, 2).map(({ status }) => status)).toEqual(answers[2].status === 200 ? [409, 409] : [200, 200]);
    expect(await press(answers[2].status === 200 ? 'restart-phone-2' : 'restart-phone-1')).toEqual({
      status: 200,
      body: { started: true },
    });
    expect(await press('restart-phone-3')).toMatchObject({ status: 409, body: { code: 'already_active' } });
    const [plan, ...more] = plansOf(one).filter(({ status }) => status === 'active');
    expect(more).toEqual([]);
    expect(plan?.metadata).toMatchObject({
      old_id: one.subscription,
      terminal: 'online',
      planduration: '6',
      termsversion: terms,
    });
    const invoices = (await cloud.sdk.invoices.list({ subscription: plan!.id })).data;
    expect(invoices.map(({ amount_paid }) => amount_paid)).toEqual([due_today]);
    expect(await plans.statusAtLane(one.plate)).toBe('active');
    expect(await plans.auditOf(one, [`subscription:${plan!.id}`])).toEqual(['subscription.reinstated']);
    expect(await one.client.get('/member')).toMatchObject({ body: { plan: { standing: 'active' } } });
  });

  it('is started with another card after a declined one', async () => {
    const one = await ended();
    cloud.spoil(one.card, 'declined_insufficient_funds');
    const start = async () => {
      const { proration_date } = await costOf(one, superKiss);
      return one.client.post('/member/restart', { price: superKiss, proration_date, termsVersion: terms });
    };
    expect(await start()).toMatchObject({ status: 402, body: { code: 'card_declined' } });
    const page = await one.client.post<{ url: string }>('/member/card?step=restart');
    const session = await plans.enterCard(page.body.url);
    expect(cloud.stripe.store.get('checkout.session', session)?.success_url).toContain('/member?step=restart&card=');
    expect((await one.client.post(`/member/card/${session}`)).status).toBe(200);
    expect(await start()).toEqual({ status: 200, body: { started: true } });
    expect(plansOf(one).filter(({ status }) => status === 'active')).toHaveLength(1);
  });

  it('whose plate is on another plan is refused without saying whose', async () => {
    const [one, other] = [await ended(), await plans.member()];
    await cloud.sdk.customers.update(other.customer, { metadata: { CustomerCode: one.plate } });
    await cloud.settled();
    const refused = await one.client.get('/member/restart');
    expect(refused).toMatchObject({ status: 409, body: { code: 'plate_taken' } });
    const from = Math.floor(cloud.clock.now().getTime() / 1_000);
    const start = await one.client.post('/member/restart', { price: superKiss, proration_date: from, termsVersion: terms });
    expect(start).toMatchObject({ status: 409, body: { code: 'plate_taken' } });
    expect(JSON.stringify([refused.body, start.body])).not.toContain(other.customer);
    expect(plansOf(one)).toHaveLength(1);
  });
});
