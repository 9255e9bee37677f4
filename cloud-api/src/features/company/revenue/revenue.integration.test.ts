import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Revenue } from '@washdesk/contracts/company/revenue';
import { clientAs, type ApiClient } from '../../../testing/api-client.ts';
import { startCloud, type Cloud } from '../../../testing/cloud.ts';
import { ok } from '../../../testing/member-views.ts';

let cloud: Cloud;
let manager: ApiClient;

beforeAll(async () => {
  cloud = await startCloud();
  manager = await clientAs(cloud, 'SalesManager');
  await cloud.database.db.updateTable('site').set({ time_zone: 'America/New_York' }).where('number', '=', 27).execute();
});
afterAll(() => cloud.stop());

interface Charged {
  site: number | null;
  amount: number;
  captured?: number;
  status?: string;
  metadata?: Record<string, string>;
  membership?: boolean;
}

async function charge(
  id: string,
  at: string,
  { site, amount, captured = amount, status = 'succeeded', metadata = {}, membership }: Charged,
) {
  const created = new Date(at);
  const object = JSON.stringify({ id, amount, amount_captured: captured, metadata });
  await cloud.database.db
    .insertInto('mirror_charge')
    .values({ id, object, read_seq: 0, created, amount, status, site, payment_intent: `pi_${id}` })
    .execute();
  if (!membership) return;
  const invoice = { id: `in_${id}`, object: '{}', read_seq: 0, created, payment_intent: `pi_${id}`, subscription: 'sub_1' };
  await cloud.database.db.insertInto('mirror_invoice').values(invoice).execute();
}

async function refund(id: string, at: string, of: string, amount: number, metadata: Record<string, string> | null, status = 'succeeded') {
  const object = JSON.stringify({ id, amount, metadata });
  await cloud.database.db
    .insertInto('mirror_refund')
    .values({ id, object, read_seq: 0, created: new Date(at), charge: of, status })
    .execute();
}

const ada = { employeename: 'Ada Moore', employeenumber: '201' };

describe('the revenue of a period', () => {
  const read = (query: string) => ok(manager.get<Revenue>(`/revenue?${query}`));

  beforeAll(async () => {
    // 11:30 p.m. of March 9 in Joliet; at the same instant it is March 10 at the other site
    await charge('ch_late', '2025-03-10T04:30:00Z', { site: 12, amount: 1_958 });
    await charge('ch_next', '2025-03-10T04:30:00Z', { site: 27, amount: 3_261, membership: true });
    await charge('ch_plan', '2025-03-10T15:00:00Z', { site: 12, amount: 4_916, membership: true });
    await charge('ch_part', '2025-03-10T16:00:00Z', { site: 12, amount: 2_000, captured: 1_250 });
    await charge('ch_none', '2025-03-10T17:00:00Z', { site: null, amount: 701 });
    await charge('ch_held', '2025-03-10T17:00:00Z', { site: 12, amount: 9_999, captured: 0 });
    await charge('ch_bad', '2025-03-10T17:00:00Z', { site: 12, amount: 9_999, status: 'failed' });
    const changed = { ...ada, originalamount: '1500', overridereason: 'Coupon' };
    await charge('ch_low', '2025-03-11T12:00:00Z', { site: 27, amount: 1_000, metadata: changed });
    // sold before the period
    await charge('ch_old', '2025-02-01T12:00:00Z', { site: 27, amount: 5_000 });
    await refund('re_1', '2025-03-11T03:59:59Z', 'ch_old', 4_999, ada);
    await refund('re_2', '2025-03-11T18:00:00Z', 'ch_late', 958, null, 'pending');
    await refund('re_3', '2025-03-11T18:00:00Z', 'ch_late', 1_000, ada, 'failed');
    const gift = {
      person: 'staff:201',
      name: 'Ada Moore',
      site: 12,
      members: [],
      device: null,
      operation: null,
      customer: null,
      approver: null,
    };
    const at = new Date('2025-03-10T12:00:00Z');
    await cloud.database.db
      .insertInto('gift')
      .values([
        { ...gift, kind: 'freeMonths', source: 'op_1', at },
        { ...gift, kind: 'freeMonths', source: 'op_2', at },
        { ...gift, kind: 'coupons', source: 'in_1', at, person: 'staff:202', name: 'Bo Lee' },
        { ...gift, kind: 'texts', source: 'msg_1', at },
        { ...gift, kind: 'promos', source: 'op_3', at: new Date('2025-03-12T12:00:00Z') },
      ])
      .execute();
  });

  it('is exact to the cent, each charge and refund on its day at its own site', async () => {
    const { days, sites, total } = await read('from=2025-03-10&to=2025-03-11');
    expect(days).toEqual([
      { day: '2025-03-10', site: 12, memberships: 4_916, sales: 1_250, refunds: 0 },
      { day: '2025-03-10', site: 27, memberships: 3_261, sales: 0, refunds: 4_999 },
      { day: '2025-03-10', site: null, memberships: 0, sales: 701, refunds: 0 },
      { day: '2025-03-11', site: 12, memberships: 0, sales: 0, refunds: 958 },
      { day: '2025-03-11', site: 27, memberships: 0, sales: 1_000, refunds: 0 },
    ]);
    expect(sites).toEqual([
      { site: 12, memberships: 4_916, sales: 1_250, refunds: 958 },
      { site: 27, memberships: 3_261, sales: 1_000, refunds: 4_999 },
      { site: null, memberships: 0, sales: 701, refunds: 0 },
    ]);
    expect(total).toEqual({ memberships: 8_177, sales: 2_951, refunds: 5_957 });
  });

  it('has every site, also without revenue, and ends with the site’s day', async () => {
    const { days, sites } = await read('from=2025-03-09&to=2025-03-09');
    expect(days).toEqual([{ day: '2025-03-09', site: 12, memberships: 0, sales: 1_958, refunds: 0 }]);
    expect(sites.map(({ site }) => site)).toEqual([12, 27]);
  });

  it('names who refunded, reduced and gave what', async () => {
    const none = { refunds: 0, refunded: 0, changedAmounts: 0, reduced: 0, freeMonths: 0, promos: 0, unpaidReinstatements: 0, coupons: 0 };
    const { employees } = await read('from=2025-03-10&to=2025-03-11');
    expect(employees).toEqual([
      { ...none, seller: '201', name: 'Ada Moore', refunds: 1, refunded: 4_999, changedAmounts: 1, reduced: 500, freeMonths: 2 },
      { ...none, seller: 'unknown', name: null, refunds: 1, refunded: 958 },
      { ...none, seller: '202', name: 'Bo Lee', coupons: 1 },
    ]);
  });

  it.each([
    ['from=2025-03-10&to=2025-03-09', 'query.to'],
    ['from=2024-03-01&to=2025-03-02', 'query.to'],
    ['from=2025-03-10', 'query.to'],
  ])('is refused for %s', async (query, path) => {
    expect(await manager.get(`/revenue?${query}`)).toMatchObject({ status: 400, body: { problems: [{ path }] } });
  });

  it('is for sales managers and above', async () => {
    const users = await clientAs(cloud, 'User');
    expect((await users.get('/revenue?from=2025-03-10&to=2025-03-10')).status).toBe(403);
    expect((await (await clientAs(cloud, 'Admin')).get('/revenue?from=2024-03-11&to=2025-03-11')).status).toBe(200);
  });
});
