import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AnsweringSite } from '@washdesk/cloud-api/testing/answering-site';
import { ApiClient, clientAs, type Reply } from '@washdesk/cloud-api/testing/api-client';
import { startBillingCloud, type BillingCloud } from '@washdesk/cloud-api/testing/billing-cloud';
import { newRegister, signedIn } from '@washdesk/cloud-api/testing/callers';
import { allEndpoints } from '@washdesk/contracts/all';
import { Role } from '@washdesk/rules/company/roles';
import { settingDefaults } from '@washdesk/rules/company/settings';
import { sizeOf } from '@washdesk/test-support/sizes';

const { members, hours } = sizeOf('outsiders');
/** Requests that a scraper sends at the same time. */
const connections = 8;
/** A response takes at least this long if it is slowed. */
const slowedMs = 1_400;
const carsPerHour = 150;

let cashiers = 700;
const nextNumber = (): number => (cashiers += 1);

interface Car {
  code: string;
  customer: string;
}

let cloud: BillingCloud;
let admin: ApiClient;
let cars: Car[];
let site: AnsweringSite;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-21T15:30:00Z', members });
  admin = await clientAs(cloud, 'Admin');
  site = await AnsweringSite.at(12, cloud);
  site.answers['sitewatch.customer-by-code'] = ({ code }) => {
    const objid = Number(/\d+/.exec(code)?.[0]);
    return { customer: { objid, firstName: 'Eva', lastName: 'Park', codes: [{ objid, code }], plans: [] } };
  };
  await site.online(cloud);
  cars = await cloud.database.db
    .selectFrom('roster_entry')
    .distinctOn('customer')
    .select(['code', 'customer'])
    .where('status', '=', 'active')
    .where('code', 'like', '%-%')
    .execute();
});
afterAll(async () => {
  await site.close();
  await cloud.stop();
});

/** Customers, and people of Sitewatch alone. */
const customersIn = (body: unknown): string[] => JSON.stringify(body).match(/\bcus_\w+|"customer_objid":\d+/g) ?? [];

interface Copied {
  /** Customers in responses that were not slowed. */
  atFullSpeed: Set<string>;
  all: Set<string>;
  refusal: string | null;
  toldAfterMs: number | null;
}

async function isTold(number: number): Promise<boolean> {
  const { body } = await admin.get<{ results: { reason: string }[] }>('/jobs');
  return body.results.some(({ reason }) => reason.includes(`(${number}) looks up unusually many customers`));
}

/** Sends the requests over all connections until one is refused. */
async function copy(paths: readonly string[], pinPassed: Date | null = null): Promise<Copied> {
  const number = nextNumber();
  const device = await newRegister(cloud);
  const scraper = new ApiClient(cloud.url, await signedIn(cloud, { roles: Role.Cashier, number, device, pinPassed }));
  const waiting = paths.toReversed();
  const copied: Copied = { atFullSpeed: new Set(), all: new Set(), refusal: null, toldAfterMs: null };
  const began = performance.now();
  const read = async (): Promise<void> => {
    for (let path = waiting.pop(); path !== undefined && copied.refusal === null; path = waiting.pop()) {
      const sent = performance.now();
      const { status, body }: Reply = await scraper.get(path);
      const isSlowed = performance.now() - sent >= slowedMs;
      if (status !== 200 && status !== 404) copied.refusal = String(body['code']);
      if (status !== 200) continue;
      for (const customer of customersIn(body)) {
        copied.all.add(customer);
        if (!isSlowed) copied.atFullSpeed.add(customer);
      }
    }
  };
  await Promise.all(Array.from({ length: connections }, read));
  if (await isTold(number)) copied.toldAfterMs = performance.now() - began;
  return copied;
}

describe('a cashier who copies the customers at full speed', () => {
  const letters = 'abcdefghijklmnopqrstuvwxyz'.split('');
  const pages = () => cars.map(({ customer }) => `/customer/${customer}/general`);

  it.concurrent.each<[string, () => string[]]>([
    ['by searches', () => letters.flatMap((one) => letters.map((two) => `/customer/search/${one}${two}`))],
    ['by the pages of customers', pages],
    ['by parts of their pages', () => cars.map(({ customer }) => `/customer/${customer}/subscriptions`)],
    ['by codes counted up', () => cars.flatMap(({ code }, number) => [`/dxt/ZZ${1_000 + number}-IL`, `/dxt/${code}`])],
    [
      'by people whom only Sitewatch knows',
      () => Array.from({ length: 300 }, (_none, objid) => `/firebird/customercode/CLUB${1_000 + objid}-IL`),
    ],
    ['by codes that are checked', () => cars.map(({ code }) => `/customer/customercheck/${code}`)],
  ])('%s is slowed within 50 people, stopped within 110, and an Admin is told within a minute', async (_, paths) => {
    const copied = await copy(paths());
    expect(copied.atFullSpeed.size).toBeLessThanOrEqual(50);
    expect(copied.all.size).toBeLessThanOrEqual(110);
    expect(copied.refusal).toBe('pin_required');
    expect(copied.toldAfterMs).toBeLessThan(60_000);
  });

  it.concurrent('with a PIN is stopped as well', async () => {
    const copied = await copy(pages(), new Date());
    expect(copied.atFullSpeed.size).toBeLessThanOrEqual(50);
    expect(copied.all.size).toBeLessThanOrEqual(220);
    expect(copied.refusal).toBe('too_many_customers');
  });

  it('gets no file that names customers', async () => {
    const headers = { ...(await signedIn(cloud, { roles: Role.Cashier })), accept: 'text/csv' };
    for (const { path } of allEndpoints.filter(({ csv }) => csv)) {
      const { status } = await fetch(`${cloud.url}/api${path.replaceAll(/\{\w+\}/g, '1')}`, { headers });
      expect({ path, status }).toEqual({ path, status: 403 });
    }
  });
});

describe('an honest cashier', () => {
  /** How full the buckets of what the person has seen are: a response is slowed above 1. */
  async function fullness(number: number): Promise<number> {
    const { burst, shift } = await cloud.database.db
      .selectFrom('reader_level')
      .select(['burst', 'shift'])
      .where('reader', 'like', `%${number}`)
      .executeTakeFirstOrThrow();
    return Math.max(burst / settingDefaults.customersAtOnce, shift / settingDefaults.customersPerShift);
  }

  it(`of ${carsPerHour} cars an hour is slowed at none in ${hours} hours, though each is searched and opened before it washes`, async () => {
    const number = nextNumber();
    const honest = new ApiClient(cloud.url, await signedIn(cloud, { roles: Role.Cashier, number }));
    let fullest = 0;
    for (let car = 0; car < carsPerHour * hours; car += 1) {
      await cloud.clock.moveTo(new Date(cloud.clock.now().getTime() + 3_600_000 / carsPerHour).toISOString());
      const { code, customer } = cars[car % cars.length]!;
      const steps = [`/customer/search/${code}`, `/customer/${customer}/general`];
      for (const path of steps) expect(await honest.get(path)).toMatchObject({ status: 200 });
      expect(await honest.get(`/dxt/${code}?redeem=yes&type=WASH`)).toMatchObject({ status: 200, body: { id: customer } });
      fullest = Math.max(fullest, await fullness(number));
    }
    console.log(`${carsPerHour * hours} cars, at most ${Math.round(fullest * 100)} % of what is not slowed`);
    expect(fullest).toBeLessThanOrEqual(1);
    expect(await isTold(number)).toBe(false);
  });
});
