import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Principal } from '../../../common/caller.ts';
import { freshDatabase, insertSites, type TestDatabase } from '../../../testing/database.ts';
import { RedeemService } from './redeem.service.ts';

let database: TestDatabase;
let now = new Date('2026-11-21T12:00:00Z');
let jobsAdded = 0;

const cashier: Principal = {
  kind: 'staff',
  id: '101',
  employee: 101,
  name: 'Sam Fuller',
  roles: 1,
  session: randomUUID(),
  site: 12,
  locationId: 'tml_joliet',
  terminal: 'Washcashier1',
  device: '019aa000-0000-7000-8000-0000000000d1',
  requestId: 'request',
};
const other: Principal = { ...cashier, id: '102', employee: 102, site: 27 };

const service = (): RedeemService => new RedeemService({ pool: database, clock: { now: () => now }, jobsAdded: () => (jobsAdded += 1) });

const member = (code: string, customer: string, status = 'active', seq = Math.floor(Math.random() * 1e9)) => ({
  code,
  seq,
  customer,
  name: 'Ada Moore',
  subscription: status === 'none' ? null : `sub_${customer}`,
  schedule: null,
  plan_name: 'Super Kiss',
  product_class: 'Super Kiss',
  status,
  period_end: new Date('2026-12-01T10:00:00Z'),
  good_until: new Date('2026-12-08T10:00:00Z'),
  price_increase: false,
  groups: ['Active Unlimited Plans'],
  removed: false,
});

const usages = (customer: string) => database.db.selectFrom('usage').selectAll().where('customer', '=', customer).execute();

beforeAll(async () => {
  database = await freshDatabase();
  await insertSites(database);
  const rows = [
    member('ABC123-IL', 'cus_a'),
    member('12345+123456', 'cus_a'),
    member('DUE1-IL', 'cus_due', 'past_due'),
    member('OLD1-IL', 'cus_old', 'canceled'),
  ];
  await database.db
    .insertInto('roster_entry')
    .values([...rows, member('RACE1-IL', 'cus_race'), member('RACE2-IL', 'cus_race2')])
    .execute();
});
afterAll(() => database.stop());
beforeEach(() => {
  now = new Date(now.getTime() + 3_600_000);
  jobsAdded = 0;
});

describe('redeeming', () => {
  it('records one usage and enqueues one job for Sitewatch, in one commit', async () => {
    const answer = await service().redeem('ABC123-IL', cashier, 'key-first-1');
    expect(answer).toMatchObject({
      found: true,
      active: true,
      PlanName: 'Super Kiss',
      id: 'cus_a',
      type: 'plate',
      redeemed: now.toISOString(),
    });
    const [usage] = await usages('cus_a');
    expect(usage).toMatchObject({ id: answer.usageId, site: 12, terminal: 'Washcashier1', employee: 101, code: 'ABC123-IL' });
    const job = await database.db.selectFrom('job').selectAll().where('key', '=', answer.usageId!).executeTakeFirstOrThrow();
    expect(job).toMatchObject({ what: 'sitewatch.record-usage', site: 12, state: 'pending' });
    expect(jobsAdded).toBe(1);
  });

  it('refuses the same customer for 300 s, by any code and at any register', async () => {
    const before = (await usages('cus_a')).length;
    const first = await service().redeem('ABC123-IL', cashier, 'key-window-1');
    now = new Date(now.getTime() + 299_000);
    // returns the earlier usage, so that its receipt can be reprinted
    expect(await service().redeem('12345+123456', other, 'key-window-2')).toMatchObject({
      error: 'Customer Already Redeemed',
      usageId: first.usageId,
    });
    expect(jobsAdded).toBe(1);
    now = new Date(now.getTime() + 1_000);
    expect(await service().redeem('12345+123456', other, 'key-window-3')).toMatchObject({ usageId: expect.any(String) });
    expect((await usages('cus_a')).length).toBe(before + 2);
  });

  it('answers a repeated key with the first answer, long after', async () => {
    const first = await service().redeem('ABC123-IL', cashier, 'key-replay-1');
    now = new Date(now.getTime() + 86_400_000);
    expect(await service().redeem('ABC123-IL', cashier, 'key-replay-1')).toEqual(first);
    await expect(service().redeem('12345+123456', cashier, 'key-replay-1')).rejects.toMatchObject({ status: 422, code: 'key_reused' });
  });

  it('records once when the same key or different keys arrive in one moment', async () => {
    const keys = Array.from({ length: 20 }, (_, i) => (i % 2 ? 'key-race-same' : `key-race-${i}`));
    const answers = await Promise.all(keys.map((key) => service().redeem('RACE1-IL', cashier, key)));
    expect(await usages('cus_race')).toHaveLength(1);
    expect(new Set(answers.flatMap(({ usageId }) => usageId ?? [])).size).toBe(1);
  });

  it('admits past_due and says so, and records nothing for a canceled plan', async () => {
    expect(await service().redeem('DUE1-IL', cashier, 'key-due-1')).toMatchObject({
      active: true,
      status: 'past_due',
      usageId: expect.any(String),
    });
    expect(await service().redeem('OLD1-IL', cashier, 'key-old-1')).toMatchObject({
      found: true,
      active: false,
      hasAccess: false,
      usageId: null,
    });
    expect(await usages('cus_old')).toHaveLength(0);
  });

  it('remembers the last usages of the site with the name, and who owes', async () => {
    await service().redeem('ABC123-IL', cashier, 'key-recent-1');
    await service().redeem('DUE1-IL', cashier, 'key-recent-2');
    await service().redeem('RACE1-IL', other, 'key-recent-3');
    const recent = await service().recent(cashier);
    expect(recent).toHaveLength(2);
    expect(recent).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ code: 'ABC123-IL', name: 'Ada Moore', paymentDue: false }),
        expect.objectContaining({ code: 'DUE1-IL', name: 'Ada Moore', paymentDue: true }),
      ]),
    );
  });

  it('only looks when asked to look', async () => {
    expect(await service().look('RACE2-IL')).toMatchObject({ found: true, active: true, usageId: null });
    expect(await usages('cus_race2')).toHaveLength(0);
  });

  it('says what a cashier must know when it cannot', async () => {
    await expect(service().redeem('NOBODY-IL', cashier, 'key-none-1')).rejects.toMatchObject({
      status: 404,
      message: 'Customer Not Found in Stripe',
    });
    await expect(service().redeem('ABC123-IL', { ...cashier, site: null }, 'key-none-2')).rejects.toMatchObject({
      status: 409,
      code: 'no_location',
    });
  });

  it('records nothing when the answer cannot be kept', async () => {
    const before = (await usages('cus_race2')).length;
    await database.db
      .insertInto('answer')
      .values({
        principal: 'staff:101',
        route: '/dxt/{code}',
        key: 'key-clash-1',
        request_hash: Buffer.from('x'),
        status: 200,
        body: '{}',
        created: now,
      })
      .execute();
    await expect(service().redeem('RACE2-IL', cashier, 'key-clash-1')).rejects.toMatchObject({ code: 'key_reused' });
    expect(await usages('cus_race2')).toHaveLength(before);
  });
});
