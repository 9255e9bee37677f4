import type { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientAs, type ApiClient } from '@washdesk/cloud-api/testing/api-client';
import { startBillingCloud, type BillingCloud } from '@washdesk/cloud-api/testing/billing-cloud';

let cloud: BillingCloud;
let manager: ApiClient;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-10T10:00:00Z', taxed: true });
  manager = await clientAs(cloud, 'SupportCenter');
});
afterAll(() => cloud.stop());

const kiss = 'price_SuperKiss_12';
const plus = 'price_SuperKissPlus_12';

type Recurring = Stripe.PriceCreateParams.Recurring;

/** Creates a price in Stripe that Washdesk never makes, with the metadata of a plan. */
async function oddPrice(unit_amount: number, recurring: Recurring, currency = 'usd'): Promise<string> {
  const { product } = await cloud.sdk.prices.retrieve(kiss);
  const metadata = { site: '12', product_class: 'Super Kiss', current_price: 'true' };
  const made = await cloud.sdk.prices.create({ product: product as string, unit_amount, recurring, currency, nickname: 'Odd', metadata });
  return made.id;
}

interface Form {
  items: () => Promise<Stripe.SubscriptionCreateParams.Item[]>;
  /** Cents of the customer's balance at Stripe: negative is credit. */
  balance?: number;
  taxExempt?: true;
  /** What is done to the subscription afterwards. */
  afterwards?: (id: string) => Promise<unknown>;
  /** The next bill in cents, with 5 percent tax rounded by Stripe; null for none. */
  bill: number | null;
}

const one =
  (price: string, quantity = 1) =>
  async (): Promise<Stripe.SubscriptionCreateParams.Item[]> => [{ price, quantity }];
const odd =
  (...price: Parameters<typeof oddPrice>) =>
  async (): Promise<Stripe.SubscriptionCreateParams.Item[]> => [{ price: await oddPrice(...price) }];

const forms: Record<string, Form> = {
  weekly: { items: odd(999, { interval: 'week' }), bill: 1_049 },
  quarterly: { items: odd(5_997, { interval: 'month', interval_count: 3 }), bill: 6_297 },
  yearly: { items: odd(19_999, { interval: 'year' }), bill: 20_999 },
  'of quantity 2': { items: one(kiss, 2), bill: 6_298 },
  'of quantity 3': { items: one(kiss, 3), bill: 9_447 },
  'of two plans': { items: async () => [{ price: kiss }, { price: plus }], bill: 7_873 },
  'of a member who is exempt, of quantity 2': { items: one(kiss, 2), taxExempt: true, bill: 5_998 },
  'with credit': { items: one(kiss), balance: -500, bill: 2_649 },
  'with more credit than the bill': { items: one(kiss), balance: -5_000, bill: 0 },
  'with a debt': { items: one(kiss), balance: 700, bill: 3_849 },
  'whose collection is paused': {
    items: one(kiss),
    afterwards: (id) => cloud.sdk.subscriptions.update(id, { pause_collection: { behavior: 'void' } }),
    bill: null,
  },
};

interface NextBill {
  amount_due: number;
  date: number | null;
}

async function madeInStripe({ items, balance, taxExempt, afterwards }: Form): Promise<{ customer: string; id: string }> {
  const { customer, card } = await cloud.member({ plate: '', taxExempt });
  const { id } = await cloud.sdk.subscriptions.create({
    customer,
    items: await items(),
    default_payment_method: card,
    default_tax_rates: [cloud.taxRate],
    metadata: { site: '12' },
  });
  if (balance) await cloud.sdk.customers.createBalanceTransaction(customer, { amount: balance, currency: 'usd' });
  await afterwards?.(id);
  await cloud.settled();
  return { customer, id };
}

describe('a subscription that Washdesk never makes', () => {
  it('is previewed and billed to the cent, whatever its form', async () => {
    const made = [];
    for (const [name, form] of Object.entries(forms)) {
      const { customer, id } = await madeInStripe(form);
      const { status, body } = await manager.get<NextBill>(`/invoice/${id}/latestinvoice`);
      expect({ name, status, amount: body.amount_due }).toEqual({ name, status: 200, amount: form.bill ?? 0 });
      expect({ name, hasDate: body.date !== null }).toEqual({ name, hasDate: form.bill !== null });
      made.push({ name, customer, id, date: body.date, bill: form.bill });
    }
    const lastDate = Math.max(...made.map(({ date }) => date ?? 0));
    await cloud.clock.moveTo(new Date((lastDate + 7_200) * 1_000).toISOString());
    for (const { name, customer, date, bill } of made) {
      const [renewal] = cloud.stripe.store
        .list('invoice')
        .filter((invoice) => invoice.customer === customer && invoice.billing_reason === 'subscription_cycle')
        .toSorted((a, b) => a.created - b.created);
      const isBilled = renewal !== undefined && renewal.status !== 'void';
      expect({ name, due: isBilled ? renewal.amount_due : null, paid: isBilled ? renewal.amount_paid : null }).toEqual({
        name,
        due: bill,
        paid: bill,
      });
      expect((renewal?.created ?? 0) - (date ?? renewal?.created ?? 0)).toBeLessThan(7_200);
    }
  });

  it('is not sold or changed to by anyone', async () => {
    const sale = await cloud.member({ plate: 'ODDSALE-IL' });
    const { body: running } = await manager.post('/subscription', {
      customer: (await cloud.member({ plate: 'RUNS1-IL', card: 'pm_card_mastercard' })).customer,
      PlanId: kiss,
    });
    const before = cloud.stripe.store.list('subscription').length;
    for (const price of [
      await oddPrice(999, { interval: 'week' }),
      await oddPrice(5_997, { interval: 'month', interval_count: 3 }),
      await oddPrice(19_999, { interval: 'year' }),
      await oddPrice(2_999, { interval: 'month' }, 'cad'),
    ]) {
      await cloud.settled();
      expect((await manager.post('/subscription', { customer: sale.customer, PlanId: price })).status).toBe(409);
      for (const change of ['upgrade', 'downgrade', 'changeprice'])
        expect((await manager.post(`/subscription/${String(running['id'])}/${change}`, { price })).status).toBeGreaterThanOrEqual(400);
      const { body } = await manager.get<{ prices: { PlanId: string }[] }>('/price');
      expect(body.prices.map(({ PlanId }) => PlanId)).not.toContain(price);
    }
    expect(cloud.stripe.store.list('subscription')).toHaveLength(before);
  });
});
