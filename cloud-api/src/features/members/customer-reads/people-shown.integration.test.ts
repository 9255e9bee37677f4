import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Role } from '@washdesk/rules/company/roles';
import { settingDefaults } from '@washdesk/rules/company/settings';
import type { Principal } from '../../../common/caller.ts';
import { freshDatabase, insertSites, type TestDatabase } from '../../../testing/database.ts';
import { readsOf } from './customer-reads.store.ts';
import { PeopleShown } from './people-shown.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await insertSites(database);
});
afterAll(() => database.stop());

const minute = 60_000;
let now: number;
let isPresent: boolean;
let pauses: number[];
let alerts: string[];
let shown: PeopleShown;
let perShift: number;
let turn = 0;
let cashier: Principal;

beforeEach(() => {
  turn += 1;
  now = Date.parse('2026-11-21T12:00:00Z') + turn * 24 * 60 * minute;
  perShift = settingDefaults.customersPerShift;
  isPresent = false;
  pauses = [];
  alerts = [];
  cashier = person(turn, Role.Cashier);
  shown = process();
});

const person = (number: number, roles: number, more: Partial<Principal> = {}): Principal => ({
  kind: 'staff',
  id: String(number),
  employee: number,
  name: `Cashier ${number}`,
  roles,
  session: 'session',
  device: null,
  requestId: 'request',
  site: 12,
  locationId: null,
  terminal: null,
  ...more,
});

const process = (): PeopleShown =>
  new PeopleShown({
    pool: database,
    clock: { now: () => new Date(now) },
    alert: (kind) => alerts.push(kind),
    settings: async (name) => ({ ...settingDefaults, customersPerShift: perShift })[name],
    presences: { of: async () => (isPresent ? 'recent' : 'never') },
    pause: async (ms) => void pauses.push(ms),
  });

const open = (customer: string, principal = cashier) => shown.show({ principal, customers: [customer], opened: true });
const list = (from: number, principal = cashier) =>
  shown.show({ principal, customers: Array.from({ length: 10 }, (_, index) => `cus_${turn}_${from + index}`), opened: false });

/** Opens customers at full speed until the first refusal. @returns how many were seen */
async function copyAll(principal = cashier, most = 300): Promise<{ seen: number; code: string | null }> {
  for (let one = 0; one < most; one += 1) {
    const failed = await open(`cus_${turn}_${one}`, principal).then(
      () => null,
      (error: { code: string }) => error.code,
    );
    if (failed !== null) return { seen: one, code: failed };
  }
  return { seen: most, code: null };
}

describe('a person who copies customers', () => {
  it('is slowed within 50 people, reported once at once, and asked for the PIN after 100', async () => {
    const { seen, code } = await copyAll();
    expect({ seen, code }).toEqual({ seen: 100, code: 'pin_required' });
    expect(pauses).toHaveLength(60);
    expect(pauses.every((ms) => ms >= 1_000)).toBe(true);
    expect(alerts).toEqual(['customers.many-read']);
    const told = await database.db
      .selectFrom('job')
      .select('last_error')
      .where('what', '=', 'alert')
      .where('key', 'like', `%staff:${turn}:%`)
      .execute();
    expect(told).toEqual([{ last_error: expect.stringContaining(`Cashier ${turn} (${turn}) looks up unusually many customers`) }]);
  });

  it('through pages of a search is slowed within 50 people too, and at a second process as well', async () => {
    for (let page = 0; page < 4; page += 1) await list(page * 10);
    expect(pauses).toEqual([]);
    shown = process();
    await list(40);
    expect(pauses).toHaveLength(1);
  });

  it('is refused again and again without the PIN, continues with it, and never further than 200', async () => {
    await copyAll();
    await expect(open(`cus_${turn}_100`)).rejects.toMatchObject({ status: 403, code: 'pin_required' });
    isPresent = true;
    expect(await copyAll()).toEqual({ seen: 200, code: 'too_many_customers' });
    await expect(open(`cus_${turn}_0`), 'a customer who was already seen').resolves.toBeUndefined();
  });

  it('slowly is stopped by the limit of the shift', async () => {
    perShift = 60;
    let seen = 0;
    for (; seen < 300; seen += 1) {
      now += 15_000;
      if (
        !(await open(`cus_${turn}_${seen}`)
          .then(() => true)
          .catch(() => false))
      )
        break;
    }
    expect(seen).toBeGreaterThan(60);
    expect(seen).toBeLessThan(200);
    expect(alerts).toContain('customers.many-read');
  });
});

it('counts people whom only Sitewatch knows like others', async () => {
  for (let one = 0; one < 41; one += 1) await open(`code:S${turn}Y${one}-IL`);
  expect(pauses).toHaveLength(1);
});

describe('an honest cashier', () => {
  it('of 150 cars an hour is never slowed, whether the cars are found by search or redeemed', async () => {
    for (let car = 0; car < 150; car += 1) {
      now += (60 * minute) / 150;
      await shown.show({ principal: cashier, customers: [`cus_${turn}_${car}`, `cus_${turn}_${car + 1}`], opened: false });
      await open(`cus_${turn}_${car}`);
    }
    expect(pauses).toEqual([]);
    expect(alerts).toEqual([]);
  });

  const wash = (customer: string) =>
    database.db
      .insertInto('usage')
      .values({ id: crypto.randomUUID(), customer, code: 'ABC123-IL', plan_name: 'Plus', site: 12, source: 'redeem', at: new Date(now) })
      .execute();

  it.each(['before', 'after'])(
    'over a long shift at a busy site is never slowed, because its cars wash there %s they are opened',
    async (when) => {
      for (let car = 0; car < 400; car += 1) {
        now += (60 * minute) / 150;
        const customer = `cus_${turn}_${car}`;
        if (when === 'before') await wash(customer);
        await open(customer);
        if (when === 'after') await wash(customer);
      }
      expect(pauses).toEqual([]);
      expect(alerts).toEqual([]);
    },
  );

  it.each(['before', 'after'])(
    'of people whom only Sitewatch knows is not slowed by those who wash there %s they are looked up',
    async (when) => {
      perShift = 5;
      for (let car = 0; car < 20; car += 1) {
        now += minute;
        const code = `S${turn}X${car}-IL`;
        const sale = { site: 12, sale_id: turn * 100 + car, code, total: 0, tax: 0, status: 0, at: new Date(now) };
        const buy = () => database.db.insertInto('sitewatch_sale').values(sale).execute();
        if (when === 'before') await buy();
        await shown.show({ principal: cashier, customers: [`code:${code}`], opened: false });
        if (when === 'after') await buy();
      }
      expect(pauses).toEqual([]);
    },
  );

  it('of the office reads five times as many, and a program is reported but not stopped', async () => {
    const manager = person(10_000 + turn, Role.SalesManager);
    for (let page = 0; page < 20; page += 1) await list(page * 10, manager);
    expect(pauses).toEqual([]);
    const program = person(0, Role.Admin, { kind: 'service', id: `report-${turn}`, employee: null });
    expect(await copyAll(program, 310)).toEqual({ seen: 310, code: null });
    expect(alerts).toEqual(['customers.many-read']);
  });
});

it('limits the opening of customers who were in a file', async () => {
  await shown.take({ principal: cashier, customers: Array.from({ length: 300 }, (_, index) => `cus_${turn}_${index}`), file: 'sales.csv' });
  expect(await copyAll()).toEqual({ seen: 100, code: 'pin_required' });
});

it('records which user saw which customer and when, one row per hour', async () => {
  await list(0);
  await open(`cus_${turn}_0`);
  await open(`cus_${turn}_0`, person(20_000 + turn, Role.Cashier));
  now += 61 * minute;
  await open(`cus_${turn}_0`);
  const rows = await readsOf(database.db, `cus_${turn}_0`, 10);
  expect(rows.map(({ name, opened, site }) => [name, opened, site])).toEqual([
    [`Cashier ${turn}`, true, 12],
    expect.arrayContaining([true, 12]),
    expect.arrayContaining([true, 12]),
  ]);
  expect(await readsOf(database.db, `cus_${turn}_1`, 10)).toMatchObject([{ name: `Cashier ${turn}`, opened: false }]);
});

describe('a file', () => {
  const part = (from: number, size: number) => Array.from({ length: size }, (_none, index) => `cus_${turn}_${from + index}`);

  it('is recorded by customer and once in the audit, is never refused, and is reported when it is unusually large', async () => {
    const scheduler = person(turn, Role.Scheduler, { requestId: `file-${turn}` });
    const take = (from: number) => shown.take({ principal: scheduler, customers: part(from, 500), file: 'increase.csv' });
    await take(0);
    await take(500);
    expect(alerts).toEqual([]);
    await take(1_000);
    expect(alerts).toEqual(['customers.many-taken']);
    expect(pauses).toEqual([]);
    const reads = await database.db
      .selectFrom('customer_read')
      .select((on) => on.fn.countAll<number>().as('customers'))
      .where('name', '=', scheduler.name)
      .executeTakeFirstOrThrow();
    expect(reads.customers).toBe(1_500);
    const audits = await database.db.selectFrom('whole_audit').select(['action', 'after']).where('subject', '=', `staff:${turn}`).execute();
    expect(audits.filter(({ action }) => action === 'customers.file-taken')).toMatchObject([{ after: { file: 'increase.csv' } }]);
    // the work at the counter is not slowed by it
    await open(`cus_${turn}_9000`, scheduler);
    expect(pauses).toEqual([]);
  });
});
