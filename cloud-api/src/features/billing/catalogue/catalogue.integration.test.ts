import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clientAs, type ApiClient } from '../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../testing/billing-cloud.ts';

let cloud: BillingCloud;
let cashier: ApiClient;
let priceManager: ApiClient;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-21T15:30:00Z' });
  cashier = await clientAs(cloud, 'Cashier');
  priceManager = await clientAs(cloud, 'PriceManager');
});
afterAll(() => cloud.stop());

interface Plans {
  plans: { PlanId: string; ClubCode: string; PlanPrice: number; currentprice: boolean }[];
}

describe('products', () => {
  it('come in their sort order', async () => {
    const { body } = await cashier.get<{ products: { name: string; metadata: Record<string, string> }[]; count: number }>('/product');
    expect(body.count).toBe(8);
    expect(body.products.map(({ metadata }) => metadata['sort_order'])).toEqual(['1', '2', '3', '4', '5', '6', '7', '8']);
  });

  it('change one key at a time, at Stripe, in the mirror and in the audit', async () => {
    const path = '/product/prod_SuperKiss/metadata';
    expect((await cashier.post(path, { key: 'sort_order', value: '9' })).status).toBe(403);
    expect(await priceManager.post(path, { upgrade_class: 'Super Interior' })).toMatchObject({
      status: 200,
      body: { id: 'prod_SuperKiss', metadata: { upgrade_class: 'Super Interior', product_class: 'Super Kiss' } },
    });
    expect((await cloud.sdk.products.retrieve('prod_SuperKiss')).metadata['upgrade_class']).toBe('Super Interior');
    const audit = await cloud.database.db
      .selectFrom('whole_audit')
      .select(['before', 'after'])
      .where('subject', '=', 'product:prod_SuperKiss')
      .execute();
    expect(audit).toEqual([{ before: { upgrade_class: 'Super Kiss Plus' }, after: { upgrade_class: 'Super Interior' } }]);
    expect((await priceManager.post(path, { key: 'upgrade_class', value: '' })).body['metadata']).not.toHaveProperty('upgrade_class');
  });

  it('take only values that mean something, and ask for the number of members before a change for all of them', async () => {
    const path = '/product/prod_SuperKiss/metadata';
    expect(await priceManager.post(path, { key: 'product_class', value: 'Super Kis' })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('must be one of Super Kiss, Super Kiss Plus') as string },
    });
    const { customer } = await cloud.member({ plate: 'COUNTED-IL' });
    const from = Math.floor(cloud.clock.now().getTime() / 1_000);
    expect((await cashier.post('/subscription', { customer, PlanId: 'price_SuperKiss_12', from })).status).toBe(200);
    const change = { key: 'product_class', value: 'Interior', was: 'Super Kiss' };
    expect(await priceManager.post(path, change)).toMatchObject({
      status: 409,
      body: { code: 'confirm_members', details: { members: 1 } },
    });
    expect((await priceManager.post(`${path}?members=2`, change)).status).toBe(409);
    expect(await priceManager.post(`${path}?members=1`, change)).toMatchObject({
      status: 200,
      body: { metadata: { product_class: 'Interior' } },
    });
    const stale = await priceManager.post(`${path}?members=1`, { key: 'product_class', value: 'Super Interior', was: 'Super Kiss' });
    expect(stale).toMatchObject({ status: 409, body: { code: 'changed_meanwhile', details: { fields: [{ now: 'Interior' }] } } });
    expect((await priceManager.post(`${path}?members=1`, { ...change, value: 'Super Kiss', was: 'Interior' })).status).toBe(200);
  });

  it('refuse keys that are not theirs to change, two at once, and unknown products', async () => {
    const path = '/product/prod_SuperKiss/metadata';
    expect((await priceManager.post(path, { key: 'operation', value: 'x' })).status).toBe(400);
    expect((await priceManager.post(path, { sort_order: '1', upgrade_class: 'x' })).status).toBe(400);
    expect((await priceManager.post('/product/prod_none/metadata', { key: 'sort_order', value: '1' })).status).toBe(404);
  });
});

describe('prices', () => {
  it('are every price of every site, or of one class', async () => {
    const all = await cashier.get<{ count: number }>('/price');
    const kiss = await cashier.get<{ prices: { ProductClass: string; site: number | null }[]; count: number }>(
      '/price?productClass=Super%20Kiss',
    );
    // two sites, each with the current and the next price
    expect(kiss.body.count).toBe(4);
    expect(kiss.body.prices.map(({ site }) => site).toSorted((a, b) => Number(a) - Number(b))).toEqual([12, 12, 27, 27]);
    expect(all.body.count).toBeGreaterThan(kiss.body.count);
    expect(new Set(kiss.body.prices.map(({ ProductClass }) => ProductClass))).toEqual(new Set(['Super Kiss']));
    expect((await cashier.get('/price/price_SuperKiss_12')).body).toMatchObject({ PlanPrice: 2_999, ClubCode: 'A', PlanDuration: 6 });
    expect((await cashier.get('/price/price_none')).status).toBe(404);
  });

  it('are sold at a location by club code and price, the ones of today alone', async () => {
    const location = cloud.stripe.store.list('terminal.location').find(({ metadata }) => metadata['site'] === '27');
    const { body } = await cashier.get<Plans>(`/location/${location!.id}/plans`);
    expect(body.plans.map(({ ClubCode }) => ClubCode).join('')).toBe('ABCDEFGO');
    expect(body.plans.every(({ currentprice }) => currentprice)).toBe(true);
    expect(body.plans[0]).toMatchObject({ PlanId: 'price_SuperKiss_27', PlanPrice: 2_899 });
    expect((await cashier.get('/location/tml_none/plans')).status).toBe(404);
  });

  it('of all locations are for price managers', async () => {
    expect((await cashier.get('/location/prices')).status).toBe(403);
    const { body } = await priceManager.get<{ prices: { sitenumber: number; planPrice: number }[] }>('/location/prices');
    expect(body.prices[0]).toMatchObject({ sitenumber: 12, planName: 'Super Kiss', planPrice: 2_999, availableonline: 1 });
    expect(new Set(body.prices.map(({ sitenumber }) => sitenumber))).toEqual(new Set([12, 27]));
  });
});
