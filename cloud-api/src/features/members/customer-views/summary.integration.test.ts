import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CustomerSummary } from '@washdesk/contracts/members/customer-summary';
import { clientAs, type ApiClient } from '../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../testing/billing-cloud.ts';

let cloud: BillingCloud;
let cashier: ApiClient;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-21T15:30:40Z' });
  cashier = await clientAs(cloud, 'Cashier');
});
afterAll(() => cloud.stop());

const summaryOf = async (customer: string): Promise<CustomerSummary> =>
  (await cashier.get<CustomerSummary>(`/customer/${customer}/summary`)).body;

const wash = (customer: string, at: string) =>
  cloud.database.db
    .insertInto('usage')
    .values({
      id: randomUUID(),
      customer,
      code: 'ABC1-IL',
      plan_name: 'Super Kiss',
      site: 12,
      terminal: null,
      employee: null,
      source: 'redeem',
      sale_id: null,
      at: new Date(at),
    })
    .execute();

describe('a customer at a glance', () => {
  it('is empty for a new customer, and 404 for an unknown one', async () => {
    const { customer } = await cloud.member();
    expect(await summaryOf(customer)).toEqual({
      last_wash: null,
      washes_this_month: 0,
      cost_a_wash: null,
      paid_to_date: 0,
      open_invoices: { count: 0, total: 0 },
      next_retry: null,
      disputes_counted: 0,
      card: { brand: 'visa', last4: '4242', exp_month: expect.any(Number), exp_year: expect.any(Number), expiry: 'valid' },
      others: { phone: 0, email: 0, card: expect.any(Number) },
      waiting: expect.any(Array),
      under_way: [],
      balance: 0,
    });
    expect(await cashier.get('/customer/cus_nobody/summary')).toMatchObject({ status: 404, body: { code: 'customer_not_found' } });
  });

  it('says when they washed last, how often this month, and what a wash came to', async () => {
    const { customer } = await cloud.member();
    const { body } = await cashier.post('/subscription', { customer, PlanId: 'price_SuperKiss_12', DoNotProrate: true });
    expect(body).toMatchObject({ status: 'active' });
    await wash(customer, '2025-11-30T15:00:00Z');
    // still October in Joliet
    await wash(customer, '2026-11-01T03:30:00Z');
    await wash(customer, '2026-11-10T15:00:00Z');
    await wash(customer, '2026-11-20T15:00:00Z');
    expect(await summaryOf(customer)).toMatchObject({
      last_wash: { at: '2026-11-20T15:00:00.000Z', site: 12, siteName: 'Joliet' },
      washes_this_month: 2,
      cost_a_wash: Math.round(2999 / 3),
      paid_to_date: 2999,
    });
  });

  it('counts what is not paid, and knows when Stripe tries again', async () => {
    const { customer } = await cloud.member({ card: 'pm_card_chargeCustomerFail' });
    expect(await cashier.post('/subscription', { customer, PlanId: 'price_SuperKiss_12', DoNotProrate: true })).toMatchObject({
      status: 402,
    });
    const { open_invoices: open, paid_to_date: paid } = await summaryOf(customer);
    expect({ open, paid }).toEqual({ open: { count: 1, total: 2999 }, paid: 0 });
  });

  it('counts disputes, and others with the same phone, e-mail or card', async () => {
    const made = async (fields: { phone?: string; email?: string }) => {
      const { id } = await cloud.sdk.customers.create({ name: 'Moore, Bea', ...fields });
      await cloud.sdk.paymentMethods.attach('pm_card_mastercard', { customer: id });
      return id;
    };
    const bea = await made({ phone: '+18155550142', email: 'bea@moore.test' });
    await made({ phone: '+18155550142' });
    await made({ email: 'Bea@Moore.test' });
    await cloud.sdk.paymentIntents.create({
      amount: 500,
      currency: 'usd',
      customer: bea,
      payment_method: 'pm_card_createDispute',
      confirm: true,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    });
    await cloud.settled();
    expect(await summaryOf(bea)).toMatchObject({ disputes_counted: 1, others: { phone: 1, email: 1, card: 2 } });
  });
});
