import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import type { SalesOfEmployee, SoldPlan } from '@washdesk/contracts/company/sales';
import { Role } from '@washdesk/rules/company/roles';
import { seededRandom } from '@washdesk/simulators/seeded-random';
import { seed } from '@washdesk/test-support/sizes';
import { ApiClient, clientAs } from '../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../testing/billing-cloud.ts';
import { signedIn } from '../../../testing/callers.ts';
import { ok } from '../../../testing/member-views.ts';

let cloud: BillingCloud;
let manager: ApiClient;
/** Numbers of employees that only Sitewatch has. */
let luis: ApiClient;
let katie: ApiClient;

beforeAll(async () => {
  // 11 p.m. of September 10 at both sites: the 11th in UTC
  cloud = await startBillingCloud({ at: '2026-09-11T04:00:00Z' });
  const person = async (number: number, roles: number) => new ApiClient(cloud.url, await signedIn(cloud, { roles, number }));
  [manager, luis, katie] = await Promise.all([clientAs(cloud, 'SalesManager'), person(201, Role.Cashier), person(202, Role.SalesManager)]);
});
afterAll(() => cloud.stop());

interface Sales {
  from: string;
  to: string;
  rows: SalesOfEmployee[];
  total: { signUps: number; upgrades: number; left: number };
  reasons: { reason: string; left: number }[];
  count: number;
  next_page: string | null;
}
interface Sold {
  rows: SoldPlan[];
  count: number;
  more: boolean;
  next_page: string | null;
}
const sales = (query = '') => ok(manager.get<Sales>(`/sales/employees?${query}`));
const sold = (query: string) => ok(manager.get<Sold>(`/sales/list?${query}`));

const csvOf = async (path: string): Promise<string[]> => {
  const headers = { ...(await signedIn(cloud, { roles: Role.SalesManager })), accept: 'text/csv' };
  const answer = await fetch(`${cloud.url}/api${path}`, { headers });
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="sales-[a-z-]+\.csv"$/);
  return (await answer.text()).trim().split('\r\n');
};

describe('what happened at the counter', () => {
  const kiss = 'price_SuperKiss_12';
  let plates = 0;

  async function signUp(by: ApiClient): Promise<{ id: string; customer: string }> {
    const { customer } = await cloud.member({ plate: `SALE${(plates += 1)}-IL` });
    const { id } = await ok(by.post<Subscription>('/subscription', { customer, PlanId: kiss, DoNotProrate: true }));
    return { id, customer };
  }

  it('is counted for its seller, however it ended', async () => {
    const [kept, upgraded, discontinued, takenBack] = [await signUp(luis), await signUp(luis), await signUp(luis), await signUp(luis)];
    const [terminated, late] = [await signUp(katie), await signUp(katie)];
    // a first payment that is never made is not a sign-up, and its end not a cancellation
    const { customer, card } = await cloud.member({ plate: 'NEVER1-IL' });
    cloud.spoil(card, 'declined');
    expect((await katie.post('/subscription', { customer, PlanId: kiss, DoNotProrate: true })).status).toBe(402);
    const unpaid = cloud.stripe.store.list('subscription').find((one) => one.customer === customer);
    await ok(katie.post(`/subscription/${unpaid?.id}/terminate`, { reason: 'Moving away' }));
    await ok(katie.post(`/subscription/${upgraded.id}/upgrade`, { price: 'price_SuperKissPlus_12' }));

    await cloud.clock.moveTo('2026-09-20T15:00:00Z');
    await ok(katie.post(`/subscription/${discontinued.id}/discontinue`, { reason: 'Too expensive' }));
    await ok(katie.post(`/subscription/${takenBack.id}/discontinue`, { reason: 'Moving away' }));
    await ok(katie.post(`/subscription/${takenBack.id}/reinstate?mode=discontinue-reinstate`));
    // the 60th day at the site, the 61st in UTC
    await cloud.clock.moveTo('2026-11-10T05:30:00Z');
    await ok(katie.post(`/subscription/${terminated.id}/terminate`, { reason: 'Too expensive' }));
    await cloud.clock.moveTo('2026-11-10T07:00:00Z');
    await ok(katie.post(`/subscription/${late.id}/terminate`, { reason: 'Moving away' }));
    // a reinstated plan is a new subscription but not a new sign-up
    await ok(luis.post(`/subscription/${terminated.id}/reinstate?mode=ordinary`, { DoNotProrate: true }));
    await cloud.settled();

    const day = 'from=2026-09-10&to=2026-09-10';
    expect(await sales(day)).toEqual({
      from: '2026-09-10',
      to: '2026-09-10',
      rows: [
        { seller: '201', name: 'Sam Fuller', signUps: 4, upgrades: 0, left: 1 },
        { seller: '202', name: 'Sam Fuller', signUps: 2, upgrades: 1, left: 1 },
      ],
      total: { signUps: 6, upgrades: 1, left: 2 },
      reasons: [{ reason: 'Too expensive', left: 2 }],
      gifts: [],
      count: 2,
      next_page: null,
    });
    // canceling a discontinuation takes no money
    expect(await sales('from=2026-09-20&to=2026-09-20')).toMatchObject({ gifts: [{ seller: '202', given: { unpaidReinstatements: 1 } }] });
    expect(await sales('from=2026-09-11&to=2026-11-10')).toMatchObject({ rows: [], total: { signUps: 0, upgrades: 0, left: 0 } });
    const [heads, line] = await csvOf(`/sales/list?${day}&list=left&seller=201`);
    expect(heads).toMatch(/Date,Time,Site,Employee,Name,Customer,/);
    expect(line).toMatch(/^2026-09-10,11:00 PM CDT,Joliet,201,Sam Fuller,cus_\w+,.*,2026-09-20,Too expensive$/);
    const early = await sold(`${day}&list=left&seller=201`);
    expect(early).toMatchObject({ count: 1, rows: [{ customer: discontinued.customer, sellerName: 'Sam Fuller', plan: 'Super Kiss' }] });
    expect(early.rows[0]).toMatchObject({ leftAt: '2026-09-20T15:00:00.000Z', reason: 'Too expensive', plate: 'SALE3-IL', site: 12 });
    expect((await sold(`${day}&list=upgrades`)).rows).toMatchObject([
      { customer: upgraded.customer, seller: '202', former: 'Super Kiss', plan: 'Super Kiss Plus', leftAt: null },
    ]);
    const signUps = await sold(`${day}&list=signUps&seller=201`);
    expect(signUps.rows.map((row) => row.customer).toSorted()).toEqual(
      [kept, upgraded, discontinued, takenBack].map((one) => one.customer).toSorted(),
    );
    // canceled later than that: listed with its reason, in no figure
    expect((await sold(`${day}&list=signUps&seller=202`)).rows).toContainEqual(
      expect.objectContaining({ customer: late.customer, reason: 'Moving away' }),
    );
  });

  it('has the last 90 days by default', async () => {
    expect(await sales()).toMatchObject({ from: '2026-08-13', to: '2026-11-10', total: { signUps: 6 } });
  });
});

describe('many sales', () => {
  interface Made {
    id: string;
    kind: 'sign-up' | 'upgrade';
    at: Date;
    day: string;
    site: number | null;
    seller: string;
    reason: string | null;
    early: boolean;
  }
  const made: Made[] = [];
  const reasons = ['Too expensive', 'Moving away', '=SUM(A1)'];

  beforeAll(async () => {
    const random = seededRandom(seed);
    const among = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
    const sellers = ['online', 'unknown', '103', ...Array.from({ length: 60 }, (_none, n) => String(900 + n))];
    for (let n = 0; n < 900; n += 1) {
      const at = new Date(Date.UTC(2025, 2, 1) + Math.floor(random() * 60) * 86_400_000 + Math.floor(random() * 86_400) * 1_000);
      const kind = random() < 0.8 ? ('sign-up' as const) : ('upgrade' as const);
      const early = kind === 'sign-up' && random() < 0.3;
      made.push({
        id: `sale_${String(n).padStart(4, '0')}`,
        kind,
        at,
        day: at.toISOString().slice(0, 10),
        site: among([12, 27, null]),
        seller: among(sellers),
        reason: early ? among(reasons) : null,
        early,
      });
    }
    const rest = { former_price: null, price: null, subscription: 'sub_none', customer: 'cus_none', left_at: null };
    await cloud.database.db
      .insertInto('plan_sale')
      .values(made.map((one) => ({ ...one, ...rest, seller_name: one.seller.startsWith('9') ? `Person ${one.seller}` : null })))
      .execute();
  });

  const counted = (keep: (one: Made) => boolean): Map<string, SalesOfEmployee> => {
    const found = new Map<string, SalesOfEmployee>();
    for (const { seller, kind, early } of made.filter(keep)) {
      const row = found.get(seller) ?? { seller, name: null, signUps: 0, upgrades: 0, left: 0 };
      if (kind === 'sign-up') row.signUps += 1;
      else row.upgrades += 1;
      if (early) row.left += 1;
      found.set(seller, row);
    }
    return found;
  };
  const all = async (query: string): Promise<SalesOfEmployee[]> => {
    const pages = [await sales(query)];
    for (let next = pages[0]!.next_page; next; next = pages.at(-1)!.next_page) pages.push(await sales(`${query}&page=${next}`));
    return pages.flatMap(({ rows }) => rows);
  };

  it.each([
    ['from=2025-03-01&to=2025-04-29', () => true],
    ['from=2025-03-10&to=2025-03-20', ({ day }: Made) => day >= '2025-03-10' && day <= '2025-03-20'],
    ['from=2025-03-01&to=2025-04-29&site=27', ({ site }: Made) => site === 27],
  ])('are counted by hand alike: %s', async (query, keep) => {
    const rows = await all(query);
    const wanted = counted(keep);
    expect(new Map(rows.map((row) => [row.seller, { ...row, name: null }]))).toEqual(wanted);
    const sum = (name: 'signUps' | 'upgrades' | 'left') => [...wanted.values()].reduce((whole, row) => whole + row[name], 0);
    const answer = await sales(query);
    expect(answer).toMatchObject({ count: wanted.size, total: { signUps: sum('signUps'), upgrades: sum('upgrades'), left: sum('left') } });
    const byReason = Map.groupBy(
      made.filter((one) => one.early && keep(one)),
      ({ reason }) => reason,
    );
    expect(new Map(answer.reasons.map(({ reason, left }) => [reason, left]))).toEqual(
      new Map([...byReason].map(([reason, ones]) => [reason, ones.length])),
    );
  });

  const period = 'from=2025-03-01&to=2025-04-29';
  const rateOf = ({ left, signUps }: SalesOfEmployee) => (signUps === 0 ? -1 : left / signUps);
  it.each([
    ['signUps', (row: SalesOfEmployee) => row.signUps],
    ['upgrades', (row: SalesOfEmployee) => row.upgrades],
    ['left', (row: SalesOfEmployee) => row.left],
    ['rate', rateOf],
  ])('are sorted by %s over all pages, both ways', async (sort, by) => {
    const down = (await all(`${period}&sort=${sort}`)).map(by);
    expect(down).toEqual(down.toSorted((a, b) => b - a));
    const up = (await all(`${period}&sort=${sort}&order=asc`)).map(by);
    expect(up).toEqual(up.toSorted((a, b) => a - b));
  });

  it('are sorted by name', async () => {
    const names = (await all(`${period}&sort=name`)).map(({ name, seller }) => (name ?? seller).toUpperCase());
    expect(names).toHaveLength(63);
    expect(names).toEqual(names.toSorted());
  });

  it.each(['signUps', 'upgrades', 'left'] as const)('lead to the list of %s, page by page', async (list) => {
    const rows: SoldPlan[] = [];
    for (let page = ''; ;) {
      const answer = await sold(`${period}&list=${list}&page=${page}`);
      rows.push(...answer.rows);
      if (!answer.next_page) break;
      page = answer.next_page;
    }
    const wanted = made.filter((one) => (list === 'left' ? one.early : one.kind === (list === 'signUps' ? 'sign-up' : 'upgrade')));
    expect(rows.map(({ id }) => id)).toEqual(
      wanted.toSorted((a, b) => b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : -1)).map(({ id }) => id),
    );
    expect(await sold(`${period}&list=${list}&site=12`)).toMatchObject({ count: wanted.filter(({ site }) => site === 12).length });
  });

  it('of a reason and a seller are listed alone', async () => {
    const { seller } = made.find((one) => one.early)!;
    const wanted = made.filter((one) => one.early && one.seller === seller && one.reason === 'Moving away');
    expect(await sold(`${period}&list=left&seller=${seller}&reason=Moving%20away`)).toMatchObject({ count: wanted.length });
  });

  it('are files if CSV is requested, in the same order, without formulas', async () => {
    const lines = await csvOf(`/sales/employees?${period}&sort=left`);
    const first = (await sales(`${period}&sort=left`)).rows[0]!;
    expect(lines).toHaveLength(64);
    expect(lines[0]).toContain('Employee,Name,Sign-ups,Upgrades,Canceled early');
    const rate = Math.round((first.left / first.signUps) * 1_000) / 10;
    expect(lines[1]).toBe(`${first.seller},${first.name},${first.signUps},${first.upgrades},${first.left},${rate}`);
    expect(lines.filter((line) => /^,(Online|Not recorded),/.test(line))).toHaveLength(2);
    const left = await csvOf(`/sales/list?${period}&list=left`);
    expect(left).toHaveLength(made.filter((one) => one.early).length + 1);
    expect(left.filter((line) => line.endsWith(`,'=SUM(A1)`))).toHaveLength(made.filter(({ reason }) => reason === '=SUM(A1)').length);
  });
});

describe('the calls', () => {
  it.each([
    ['page=x', 'query.page'],
    ['site=99', 'query.site'],
    ['from=2026-02-02&to=2026-02-01', 'query.to'],
    ['from=yesterday', 'query.from'],
    ['sort=password', 'query.sort'],
  ])('refuse %s at its field', async (query, path) => {
    for (const call of [`/sales/employees?${query}`, `/sales/list?list=left&${query}`]) {
      if (query.startsWith('sort') && call.includes('list')) continue;
      expect(await manager.get(call), call).toMatchObject({ status: 400, body: { problems: [{ path }] } });
    }
  });

  it('are for sales managers and above', async () => {
    for (const call of ['/sales/employees', '/sales/list?list=left']) {
      expect((await luis.get(call)).status).toBe(403);
      expect((await (await clientAs(cloud, 'User')).get(call)).status).toBe(403);
      expect((await (await clientAs(cloud, 'Reporter')).get(call)).status).toBe(200);
    }
  });
});
