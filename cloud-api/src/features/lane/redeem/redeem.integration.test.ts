import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Principal } from '../../../common/caller.ts';
import { applySnapshots } from '../../../mirror/apply-snapshots.ts';
import { nextRead } from '../../../mirror/snapshots/mirror.store.ts';
import { snapshot } from '../../../mirror/snapshots/snapshot.ts';
import { freshDatabase, insertSites, type TestDatabase } from '../../../testing/database.ts';
import { defaultContext } from '../../../testing/default-settings.ts';
import { RedeemService } from './redeem.service.ts';
import { similarCodesOf } from './similar-codes.store.ts';
import { undoUsage } from './undo-usage.ts';

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
  locationId: 'tml_Joliet00000012',
  terminal: 'Washcashier1',
  device: '019aa000-0000-7000-8000-0000000000d1',
  requestId: 'request',
};
const other: Principal = { ...cashier, id: '102', employee: 102, site: 27 };

const service = (windowMs = 300_000): RedeemService =>
  new RedeemService({
    pool: database,
    clock: { now: () => now },
    windowMs: async () => windowMs,
    goodDays: async () => 7,
    jobsAdded: () => (jobsAdded += 1),
    redeemed: () => undefined,
  });

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
    const answer = await service().redeem({ code: 'ABC123-IL' }, cashier, 'key-first-1');
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
    const first = await service().redeem({ code: 'ABC123-IL' }, cashier, 'key-window-1');
    now = new Date(now.getTime() + 299_000);
    // returns the earlier usage, so that its receipt can be reprinted
    expect(await service().redeem({ code: '12345+123456' }, other, 'key-window-2')).toMatchObject({
      error: 'Customer Already Redeemed',
      usageId: first.usageId,
    });
    expect(jobsAdded).toBe(1);
    now = new Date(now.getTime() + 1_000);
    expect(await service().redeem({ code: '12345+123456' }, other, 'key-window-3')).toMatchObject({ usageId: expect.any(String) });
    expect((await usages('cus_a')).length).toBe(before + 2);
  });

  it('refuses a good status that Stripe has not renewed for longer than the grace days, as lanes do', async () => {
    const stale = { ...member('STALE1-IL', 'cus_stale'), good_until: new Date('2026-11-20T10:00:00Z') };
    await database.db.insertInto('roster_entry').values(stale).execute();
    expect(await service().redeem({ code: 'STALE1-IL' }, cashier, 'key-stale-1')).toMatchObject({
      found: true,
      active: false,
      usageId: null,
    });
    expect(await usages('cus_stale')).toEqual([]);
  });

  it('refuses for as long as the setting says', async () => {
    const tenMinutes = service(600_000);
    const first = await tenMinutes.redeem({ code: 'ABC123-IL' }, cashier, 'key-setting-1');
    now = new Date(now.getTime() + 400_000);
    expect(await tenMinutes.redeem({ code: 'ABC123-IL' }, other, 'key-setting-2')).toMatchObject({
      usageId: first.usageId,
      error: 'Customer Already Redeemed',
    });
    expect(await service().redeem({ code: 'ABC123-IL' }, other, 'key-setting-3')).not.toHaveProperty('error', 'Customer Already Redeemed');
  });

  it('answers a repeated key with the first answer, long after', async () => {
    const first = await service().redeem({ code: 'ABC123-IL' }, cashier, 'key-replay-1');
    now = new Date(now.getTime() + 86_400_000);
    expect(await service().redeem({ code: 'ABC123-IL' }, cashier, 'key-replay-1')).toEqual(first);
    await expect(service().redeem({ code: '12345+123456' }, cashier, 'key-replay-1')).rejects.toMatchObject({
      status: 422,
      code: 'key_reused',
    });
  });

  it('records once when the same key or different keys arrive in one moment', async () => {
    const keys = Array.from({ length: 20 }, (_, i) => (i % 2 ? 'key-race-same' : `key-race-${i}`));
    const answers = await Promise.all(keys.map((key) => service().redeem({ code: 'RACE1-IL' }, cashier, key)));
    expect(await usages('cus_race')).toHaveLength(1);
    expect(new Set(answers.flatMap(({ usageId }) => usageId ?? [])).size).toBe(1);
  });

  it('admits past_due and says so, and records nothing for a canceled plan', async () => {
    expect(await service().redeem({ code: 'DUE1-IL' }, cashier, 'key-due-1')).toMatchObject({
      active: true,
      status: 'past_due',
      usageId: expect.any(String),
    });
    expect(await service().redeem({ code: 'OLD1-IL' }, cashier, 'key-old-1')).toMatchObject({
      found: true,
      active: false,
      hasAccess: false,
      usageId: null,
    });
    expect(await usages('cus_old')).toHaveLength(0);
  });

  it('remembers the last usages of the site with the name, and who owes', async () => {
    await service().redeem({ code: 'ABC123-IL' }, cashier, 'key-recent-1');
    await service().redeem({ code: 'DUE1-IL' }, cashier, 'key-recent-2');
    await service().redeem({ code: 'RACE1-IL' }, other, 'key-recent-3');
    const { usages: recent } = await service().recent(cashier);
    expect(recent).toHaveLength(2);
    expect(recent).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ code: 'ABC123-IL', name: 'Ada Moore', paymentDue: false }),
        expect.objectContaining({ code: 'DUE1-IL', name: 'Ada Moore', paymentDue: true }),
      ]),
    );
  });

  it('only looks when asked to look', async () => {
    expect(await service().look({ code: 'RACE2-IL' })).toMatchObject({ found: true, active: true, usageId: null });
    expect(await usages('cus_race2')).toHaveLength(0);
  });

  it('says what a cashier must know when it cannot', async () => {
    await expect(service().redeem({ code: 'NOBODY-IL' }, cashier, 'key-none-1')).rejects.toMatchObject({
      status: 404,
      message: 'Customer Not Found in Stripe',
    });
    await expect(service().redeem({ code: 'ABC123-IL' }, { ...cashier, site: null }, 'key-none-2')).rejects.toMatchObject({
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
    await expect(service().redeem({ code: 'RACE2-IL' }, cashier, 'key-clash-1')).rejects.toMatchObject({ code: 'key_reused' });
    expect(await usages('cus_race2')).toHaveLength(before);
  });
});

/** Stores customers of one plate in the mirror, each with a plan of this status. */
async function holders(plate: string, statuses: Readonly<Record<string, string>>): Promise<void> {
  const seq = await nextRead(database.db);
  const stored = Object.entries(statuses).flatMap(([id, status]) => [
    snapshot('customer', { id, name: `Name of ${id}`, created: 1, metadata: { CustomerCode: plate } }, seq),
    snapshot(
      'subscription',
      {
        id: `sub_${id}`,
        customer: id,
        status,
        created: 1,
        cancel_at_period_end: false,
        canceled_at: null,
        ended_at: null,
        schedule: null,
        metadata: {},
        items: { data: [{ price: { id: 'price_x' }, current_period_start: 1, current_period_end: 1_795_000_000 }] },
      },
      seq,
    ),
  ]);
  await database.db.transaction().execute((tx) => applySnapshots(tx, stored, defaultContext(now)));
}

describe('a plate of two customers', () => {
  beforeAll(() => holders('TWO22-IL', { cus_left: 'canceled', cus_stays: 'active', cus_stays2: 'active' }));

  it('belongs to the chosen customer: a canceled one is not admitted by the other’s plan', async () => {
    const answer = await service().redeem({ code: 'TWO22-IL', customer: 'cus_left' }, cashier, 'key-chosen-1');
    expect(answer).toMatchObject({ id: 'cus_left', name: 'Name of cus_left', active: false, hasAccess: false, usageId: null });
    expect(answer.otherHolders).toEqual([
      { id: 'cus_stays', name: 'Name of cus_stays', active: true },
      { id: 'cus_stays2', name: 'Name of cus_stays2', active: true },
    ]);
    expect([...(await usages('cus_left')), ...(await usages('cus_stays'))]).toEqual([]);
  });

  it('records the usage for the chosen one of two active customers, whom lanes would not choose', async () => {
    const answer = await service().redeem({ code: 'TWO22-IL', customer: 'cus_stays2' }, cashier, 'key-chosen-2');
    expect(answer).toMatchObject({ id: 'cus_stays2', active: true, usageId: expect.any(String) });
    expect(await usages('cus_stays2')).toHaveLength(1);
    expect(await usages('cus_stays')).toEqual([]);
  });

  it('says without a choice who else has it', async () => {
    expect(await service().look({ code: 'TWO22-IL' })).toMatchObject({
      id: 'cus_stays',
      otherHolders: [
        { id: 'cus_left', active: false },
        { id: 'cus_stays2', active: true },
      ],
    });
    expect((await service().look({ code: 'RACE1-IL' })).otherHolders).toEqual([]);
  });

  it('is refused for a customer who no longer has it', async () => {
    await expect(service().redeem({ code: 'TWO22-IL', customer: 'cus_race' }, cashier, 'key-chosen-3')).rejects.toMatchObject({
      status: 409,
      code: 'code_not_held',
    });
  });

  it('keeps a key for one customer', async () => {
    await service().redeem({ code: 'TWO22-IL', customer: 'cus_left' }, cashier, 'key-chosen-4');
    await expect(service().redeem({ code: 'TWO22-IL' }, cashier, 'key-chosen-4')).rejects.toMatchObject({ code: 'key_reused' });
  });
});

describe('a code that was not found', () => {
  beforeAll(() => holders('CXG3529-IL', { cus_near: 'active' }));

  it.each(['CXG3529', 'CXG3529IL', 'CXG 3529 IL', 'CXG-3529-IL', 'CXG3529-IN', 'CXG3529-', 'CXG3S29-IL'])(
    '%s is near a member',
    async (typed) => {
      expect(await similarCodesOf(database.db, typed)).toEqual([{ code: 'CXG3529-IL', customer: 'cus_near', active: true }]);
    },
  );

  it.each(['CXG3528-IL', 'CXG352', 'IL', '-'])('%s is similar to no code', async (typed) => {
    expect(await similarCodesOf(database.db, typed)).toEqual([]);
  });

  it('finds a tag without its plus, and lists admitted members first', async () => {
    await holders('54321+123456', { cus_tag: 'active' });
    expect(await similarCodesOf(database.db, '54321123456')).toEqual([{ code: '54321+123456', customer: 'cus_tag', active: true }]);
    await holders('CXG3529-IN', { cus_far: 'canceled' });
    expect(await similarCodesOf(database.db, 'CXG3529')).toEqual([
      { code: 'CXG3529-IL', customer: 'cus_near', active: true },
      { code: 'CXG3529-IN', customer: 'cus_far', active: false },
    ]);
  });
});

describe('undoing a redeem', () => {
  const undo = (id: string, by: Principal, key = randomUUID()) =>
    undoUsage({ db: database.db, clock: { now: () => now } }, id, {
      principal: by,
      route: '/dxt/usage/{id}',
      request: { params: { id } },
      key,
    });
  const jobOf = (id: string) => database.db.selectFrom('job').selectAll().where('key', '=', id).executeTakeFirst();
  const redeemed = async (by = cashier) => (await service().redeem({ code: 'RACE2-IL' }, by, randomUUID())).usageId!;

  it('removes usage and job within seconds, with an audit row, and the member may redeem again', async () => {
    const id = await redeemed();
    expect((await jobOf(id))!.due.getTime()).toBeGreaterThan(Date.now() + 5_000);
    now = new Date(now.getTime() + 5_000);
    const key = randomUUID();
    expect(await undo(id, cashier, key)).toEqual({ id, code: 'RACE2-IL', customer: 'cus_race2' });
    expect(await undo(id, cashier, key)).toMatchObject({ id });
    expect(await usages('cus_race2')).toEqual([]);
    expect(await jobOf(id)).toBeUndefined();
    const row = await database.db.selectFrom('whole_audit').selectAll().where('action', '=', 'redeem.undone').executeTakeFirstOrThrow();
    expect(row).toMatchObject({ actor: '101', subject: 'customer:cus_race2', before: { usage: id, code: 'RACE2-IL' } });
    expect(await redeemed()).not.toBe(id);
  });

  it('is too late after some seconds by the server’s clock, and once the job has started', async () => {
    const late = await redeemed();
    now = new Date(now.getTime() + 7_001);
    await expect(undo(late, cashier)).rejects.toMatchObject({ status: 409, code: 'too_late' });
    now = new Date(now.getTime() + 3_600_000);
    const started = await redeemed();
    await database.db.updateTable('job').set({ attempts: 1 }).where('key', '=', started).execute();
    await expect(undo(started, cashier)).rejects.toMatchObject({ code: 'too_late' });
    expect(await usages('cus_race2')).toHaveLength(3);
  });

  it.each(['opened', 'unconfirmed', null])(
    'is refused once the cashier opened a gate (%s), so that no car is let in without a record',
    async (result) => {
      now = new Date(now.getTime() + 3_600_000);
      const id = await redeemed();
      now = new Date(now.getTime() + 1_000);
      const gate = {
        id: randomUUID(),
        site: 12,
        gate: 'north',
        principal: '101',
        employee: 101,
        reason: null,
        detail: null,
        asked: now,
        answered: null,
      };
      await database.db
        .insertInto('gate_command')
        .values({ ...gate, result: 'rejected' })
        .execute();
      await database.db
        .insertInto('gate_command')
        .values({ ...gate, id: randomUUID(), result })
        .execute();
      await expect(undo(id, cashier)).rejects.toMatchObject({ status: 409, code: 'gate_opened' });
      await database.db.deleteFrom('gate_command').where('result', 'is distinct from', 'rejected').execute();
      expect(await undo(id, cashier)).toMatchObject({ id });
      await database.db.deleteFrom('gate_command').execute();
    },
  );

  it('is not refused because a lane opened by itself for another car', async () => {
    const program = { ...cashier, employee: null };
    const id = await redeemed(program);
    const opening = { id: randomUUID(), site: 12, gate: 'north', principal: 'lane:2', employee: null, reason: null, asked: now };
    await database.db
      .insertInto('gate_command')
      .values({ ...opening, result: 'opened' })
      .execute();
    expect(await undo(id, program)).toMatchObject({ id });
    await database.db.deleteFrom('gate_command').execute();
  });

  it('is refused to another cashier and at another site', async () => {
    const id = await redeemed();
    for (const by of [other, { ...cashier, site: 27 }]) {
      await expect(undo(id, by)).rejects.toMatchObject({ status: 404, code: 'usage_not_found' });
    }
  });
});
