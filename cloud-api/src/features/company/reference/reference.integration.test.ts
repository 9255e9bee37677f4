import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PriceRange } from '@washdesk/contracts/company/reference';
import type { Location } from '@washdesk/contracts/sites/location';
import { productClasses } from '@washdesk/rules/company/product-classes';
import { markOutsideRange } from '@washdesk/rules/plans/price-ranges';
import { makePrices } from '@washdesk/simulators/company/catalogue';
import { ApiClient, clientAs } from '../../../testing/api-client.ts';
import { nobody } from '../../../testing/callers.ts';
import { startCloud, type Cloud } from '../../../testing/cloud.ts';
import { ok } from '../../../testing/member-views.ts';

let cloud: Cloud;
let cashier: ApiClient;
let priceManager: ApiClient;

beforeAll(async () => {
  cloud = await startCloud();
  cashier = await clientAs(cloud, 'Cashier');
  priceManager = await clientAs(cloud, 'PriceManager');
});
afterAll(() => cloud.stop());

interface States {
  states: { abbreviation: string }[];
  count: number;
}
interface Reasons {
  reasons: { reasonvalue: string; reasontext: string }[];
  count: number;
}

describe('states', () => {
  it('are public', async () => {
    const { states, count } = await ok(new ApiClient(cloud.url, nobody).get<States>('/meta/states'));
    expect(states).toHaveLength(count);
    expect(states).toContainEqual({ abbreviation: 'IL', name: 'Illinois', country: 'US' });
    expect(states).toContainEqual({ abbreviation: 'PR', name: 'Puerto Rico', country: 'US' });
    expect(states).toContainEqual({ abbreviation: 'ON', name: 'Ontario', country: 'CA' });
  });
});

describe('reasons', () => {
  const read = (query = '') => ok(cashier.get<Reasons>(`/meta/reasons${query}`));

  it('are those in use, for every operation or for one', async () => {
    const all = await read();
    expect(all.reasons[0]).toEqual({ reasonvalue: 'moved', reasontext: 'Moved away', kinds: ['discontinue', 'terminate', 'delete'] });
    for (const kind of ['discontinue', 'terminate', 'delete']) {
      const { reasons, count } = await read(`?kind=${kind}`);
      expect(reasons).toHaveLength(count);
      expect(reasons).toEqual(all.reasons.filter((reason) => (reason as unknown as { kinds: string[] }).kinds.includes(kind)));
      expect(count).toBeGreaterThan(2);
    }
    await cloud.database.db.updateTable('reason').set({ active: false }).where('value', '=', 'moved').execute();
    expect((await read()).reasons.map(({ reasonvalue }) => reasonvalue)).not.toContain('moved');
    expect((await cashier.get('/meta/reasons?kind=upgrade')).status).toBe(400);
  });
});

describe('price ranges', () => {
  const limits = { min_price: 2_299, max_car: 4_599, max_truck: 5_099, max_car_commercial: 6_599, max_truck_commercial: 7_099 };
  const read = async () => (await ok(priceManager.get<{ priceranges: PriceRange[] }>('/meta/priceranges?mode=raw'))).priceranges;

  it('are there for every product class from the beginning', async () => {
    expect((await read()).map((range) => range.product_class)).toEqual(productClasses);
  });

  it('contain every price of the seeded company, for whatever is driven', async () => {
    const byClass = new Map((await read()).map(({ product_class, ...range }) => [product_class, range]));
    for (const { productClass, unitAmount } of makePrices())
      expect([productClass, markOutsideRange(unitAmount, byClass.get(productClass) ?? null)]).toEqual([productClass, null]);
  });

  it('are saved row by row', async () => {
    const [first, second] = await read();
    const saved = await ok(priceManager.put(`/meta/priceranges/${first?.id}`, { ...limits, product_class: 'Another' }));
    expect(saved).toEqual({ ...first, ...limits });
    expect((await read()).slice(0, 2)).toEqual([saved, second]);
    const audit = await cloud.database.db.selectFrom('whole_audit').selectAll().where('action', '=', 'price-range.changed').execute();
    expect(audit).toMatchObject([{ subject: `price-range:${first?.id}`, site: 12, before: first, after: saved }]);
  });

  it('are not saved over another user’s change', async () => {
    const second = (await read())[1]!;
    const { id, product_class, ...was } = second;
    const first = await ok(priceManager.put<PriceRange>(`/meta/priceranges/${id}`, { ...was, max_car: was.max_car + 1, was }));
    expect(await priceManager.put(`/meta/priceranges/${id}`, { ...was, min_price: was.min_price + 1, was })).toMatchObject({
      status: 409,
      body: {
        code: 'changed_meanwhile',
        message: `Someone else changed the range for ${product_class} meanwhile. Compare both values, then save again.`,
        details: { fields: [{ field: 'max_car', now: first.max_car, wanted: was.max_car }] },
      },
    });
    expect((await read())[1]).toEqual(first);
  });

  it.each([
    ['/meta/priceranges/1', { ...limits, max_truck: 2_298 }, 400, 'body.max_truck: must not be below the lowest price'],
    ['/meta/priceranges/1', { ...limits, min_price: -1 }, 400, 'body.min_price'],
    ['/meta/priceranges/1', { ...limits, max_car: 45.99 }, 400, 'body.max_car'],
    ['/meta/priceranges/1', { min_price: 100 }, 400, 'body.max_car'],
    ['/meta/priceranges/99', limits, 404, 'Price range not found'],
  ])('%s with %j is %i', async (path, body, status, message) => {
    const before = await read();
    expect(await priceManager.put(path, body)).toMatchObject({ status, body: { message: expect.stringContaining(message) } });
    expect(await read()).toEqual(before);
  });

  it('are for the role PriceManager exactly', async () => {
    const admin = await clientAs(cloud, 'Admin');
    expect((await admin.put('/meta/priceranges/1', limits)).status).toBe(403);
    expect((await admin.get('/meta/priceranges')).status).toBe(403);
  });
});

describe('locations', () => {
  it('have their mapped site, its time zone, and the state of plates there, which is their own state where none is named', async () => {
    const metadata = { site: '1812', state: 'IL' };
    await put('tml_Joliet00000012', 'Joliet', metadata);
    await put('tml_Merrillville27', 'Merrillville', { site: '27', state: 'IN', defaultplatestate: 'IL' });
    await put('tml_nowhere', 'Nowhere', { site: '2099', state: 'IL' });
    await cloud.database.db.updateTable('site').set({ time_zone: 'America/New_York' }).where('number', '=', 27).execute();
    const { locations } = await ok(cashier.get<{ locations: Location[] }>('/location'));
    expect(locations).toEqual([
      {
        id: 'tml_Joliet00000012',
        display_name: 'Joliet',
        metadata: { site: '12', state: 'IL', defaultplatestate: 'IL' },
        time_zone: 'America/Chicago',
      },
      {
        id: 'tml_Merrillville27',
        display_name: 'Merrillville',
        metadata: { site: '27', state: 'IN', defaultplatestate: 'IL' },
        time_zone: 'America/New_York',
      },
    ]);
  });

  async function put(id: string, display_name: string, metadata: Record<string, string>): Promise<void> {
    const location = { ...cloud.stripe.store.get('terminal.location', 'tml_Joliet00000012')!, id, display_name, metadata };
    // at Stripe too, from where locations are read again by themselves
    cloud.stripe.store.put(location);
    const object = JSON.stringify(location);
    await cloud.database.db
      .insertInto('mirror_location')
      .values({ id, object, read_seq: 0 })
      .onConflict((one) => one.column('id').doUpdateSet({ object }))
      .execute();
  }
});
