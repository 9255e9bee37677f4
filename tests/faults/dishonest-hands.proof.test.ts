import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient, cardHandlesOf, clientAs } from '@washdesk/cloud-api/testing/api-client';
import { startBillingCloud, type BillingCloud } from '@washdesk/cloud-api/testing/billing-cloud';
import { newRegister, signedIn } from '@washdesk/cloud-api/testing/callers';
import { chargeCard } from '@washdesk/cloud-api/testing/cards';
import { Role } from '@washdesk/rules/company/roles';
import { settingDefaults } from '@washdesk/rules/company/settings';

let cloud: BillingCloud;
let manager: ApiClient;
/** Who read a colleague's number on a receipt and typed it at a register. */
let thief: ApiClient;
let victim: { customer: string; card: string; plan: string; charges: { plan: string; sale: string } };
let registerOf: Awaited<ReturnType<typeof newRegister>>;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-21T15:30:00Z', giftLimits: settingDefaults.giftLimits });
  manager = await clientAs(cloud, 'SalesManager');
  registerOf = await newRegister(cloud);
  thief = await atRegister(Role.Cashier | Role.User);
  const { customer, card } = await cloud.member({ plate: 'VICTIM1-IL' });
  const { body } = await manager.post('/subscription', { stripeCustomer: customer, PlanId: 'price_SuperKiss_12' });
  const charges = {
    plan: await chargeCard(cloud, customer, 2_999),
    sale: await chargeCard(cloud, customer, 1_250, { saleid: '4711', terminal: 'Washcashier1' }),
  };
  victim = { customer, card, plan: String(body['id']), charges };
});
afterAll(() => cloud.stop());

async function atRegister(roles: number, pinPassed: Date | null = null): Promise<ApiClient> {
  const headers = await signedIn(cloud, { roles, device: registerOf, pinPassed, terminal: 'Washcashier1' });
  return new ApiClient(cloud.url, headers, cardHandlesOf(cloud));
}

/** Everything at Stripe that is worth money. */
const worth = () => ({
  charges: cloud.stripe.store.list('charge').length,
  refunds: cloud.stripe.store.list('refund').length,
  subscriptions: cloud.stripe.store.list('subscription').map(({ id, status }) => ({ id, status })),
});

type Attempt = readonly [what: string, attempt: () => Promise<{ status: number }>];

describe('dishonest hands', () => {
  it('get nothing with a number typed at a keypad', async () => {
    const before = worth();
    const { customer, card, plan, charges } = victim;
    const newcomer = await cloud.member({ plate: 'FRIEND1-IL', card: 'pm_card_mastercard' });
    const attempts: readonly Attempt[] = [
      [
        'charge an absent member',
        () => thief.post('/paymentintent', { amount: 900_000, customerId: customer, payment_method: card, confirm: true }),
      ],
      ['refund a plan', () => thief.post(`/refund/${charges.plan}`, { amount: 2_999, notes: 'x' })],
      ['refund a sale', () => thief.post(`/refund/${charges.sale}`, { amount: 1_250, notes: 'x' })],
      ['refund to a card by its id', () => thief.post('/refund', { amount: 2_999, notes: 'x', paymentMethod: card })],
      ['upgrade on the member’s card', () => thief.post(`/subscription/${plan}/upgrade`, { price: 'price_SuperKissPlus_12' })],
      ['change the price', () => thief.post(`/subscription/${plan}/changeprice`, { price: 'price_SuperKiss_12_next' })],
      ['downgrade', () => thief.post(`/subscription/${plan}/downgrade`, { price: 'price_OnceAMonthCar_12' })],
      [
        'sign a friend up on a stored card',
        () => thief.post('/subscription', { stripeCustomer: newcomer.customer, PlanId: 'price_SuperKiss_12' }),
      ],
      [
        'give a free month',
        () => thief.post('/subscription', { stripeCustomer: newcomer.customer, PlanId: 'price_SuperKiss_12', FreeForMonth: true }),
      ],
      ['keep a low price', () => thief.post(`/customer/${customer}/metadata`, { key: 'nextprice', value: 'price_OnceAMonthCar_12' })],
      ['make the member exempt', () => thief.post(`/customer/${customer}`, { taxExempt: true })],
      ['guess the PIN', () => thief.post('/auth/pin', { pin: '0000' })],
      ['become an Admin', () => thief.put('/staff/111', { roles: ['Admin'] })],
    ];
    for (const [what, attempt] of attempts) {
      const { status } = await attempt();
      expect({ what, refused: status >= 400 && status < 500 }).toEqual({ what, refused: true });
    }
    expect(worth()).toEqual(before);
    const { items } = await cloud.sdk.subscriptions.retrieve(plan);
    expect(items.data[0]?.price.id).toBe('price_SuperKiss_12');
  });

  it('get nothing twice from one card reading, nor from a stored card passed off as read', async () => {
    const user = await atRegister(Role.Cashier | Role.User, new Date());
    const { customer, card } = victim;
    const setup = String((await user.post('/setupintents', { customer })).body['id']);
    await cloud.clock.moveTo(new Date(cloud.clock.now().getTime() + 2_000).toISOString());
    const later = String((await user.post('/setupintents', { customer })).body['id']);
    await cloud.sdk.setupIntents.confirm(later, { payment_method: card });
    const before = worth();
    const refund = (setupIntent: string) => user.post('/refund', { amount: 500, notes: 'x', setupIntent });
    for (const setupIntent of [later, setup]) expect((await refund(setupIntent)).status).toBe(409);
    expect((await user.post('/paymentmethods/attach', { customer, setupIntent: later })).status).toBe(409);
    expect(worth()).toEqual(before);
    const read = String((await user.post('/setupintents', {})).body['id']);
    const typed = await cloud.sdk.paymentMethods.create({
      type: 'card',
      card: { number: '4242424242424242', exp_month: 8, exp_year: 2031, cvc: '123' },
    });
    await cloud.sdk.setupIntents.confirm(read, { payment_method: typed.id });
    expect(await user.post('/refund', { amount: 2_999, notes: 'a plan’s charge', setupIntent: read })).toMatchObject({ status: 403 });
    expect((await refund(read)).status).toBe(200);
    for (let turn = 0; turn < 3; turn += 1) expect(await refund(read)).toMatchObject({ status: 409, body: { code: 'card_read_used' } });
    expect(cloud.stripe.store.list('refund').map(({ charge, amount }) => ({ charge, amount }))).toEqual([
      { charge: victim.charges.sale, amount: 500 },
    ]);
  });

  it('get no upgrade by a change of price, even as a manager', async () => {
    const { body } = await manager.get<{ prices: { ProductClass: string }[] }>(`/subscription/${victim.plan}/prices`);
    expect(new Set(body.prices.map(({ ProductClass }) => ProductClass)).size).toBe(1);
    const answer = await manager.post(`/subscription/${victim.plan}/changeprice`, { price: 'price_SuperKissPlus_12' });
    expect(answer.status).toBeGreaterThanOrEqual(404);
    expect(answer.status).toBeLessThan(410);
  });

  it('get no second free month, under any employee’s number', async () => {
    const { customer } = await cloud.member({ plate: 'AGAIN1-IL', card: 'pm_card_amex' });
    const give = async (path: string, body: object) => (await atRegister(Role.Cashier, new Date())).post(path, body);
    const first = await give('/subscription', { stripeCustomer: customer, PlanId: 'price_SuperKiss_12', FreeForMonth: true });
    expect(first.status, JSON.stringify(first.body)).toBe(200);
    const plan = String(first.body['id']);
    for (let turn = 0; turn < 3; turn += 1) {
      await manager.post(`/subscription/${plan}/terminate`, { reason: 'moved' });
      expect((await give(`/subscription/${plan}/reinstate`, { FreeForMonth: true })).status).toBe(403);
    }
    const twin = await cloud.member({ plate: 'AGAIN2-IL', card: 'pm_card_amex' });
    const second = await give('/subscription', { stripeCustomer: twin.customer, PlanId: 'price_SuperKiss_12', FreeForMonth: true });
    expect(second).toMatchObject({ status: 403, body: { details: { kind: 'freeMonths', by: 'member' } } });
  });
});
