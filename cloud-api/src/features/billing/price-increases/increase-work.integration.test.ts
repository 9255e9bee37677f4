import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { defaultSiteMapping } from '@washdesk/rules/company/sites';
import type { ProviderCustomer, ProviderSubscription } from '../../../common/provider-objects.ts';
import { freshDatabase, type TestDatabase } from '../../../testing/database.ts';
import { claimMembers, insertMembers, settleMember } from './increase-members.store.ts';
import { IncreaseWork } from './increase-work.ts';
import type { SingleIncreases } from './member-work.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.stop());

const increase = '019aa000-0000-7000-8000-000000000001';
const effective = '2027-02-01';
let now = new Date('2026-12-01T12:00:00Z');
const actor = {
  kind: 'staff',
  id: '4711',
  employee: 4711,
  name: 'Sam Fuller',
  roles: 0,
  site: 12,
  locationId: null,
  terminal: null,
  device: null,
  requestId: 'request',
};

const member = (subscription: string) => ({
  increase,
  subscription,
  customer: `cus_${subscription}`,
  name: '',
  site: 12,
  old_price: 'price_old',
  new_price: 'price_new',
  old_amount: 2_999,
  new_amount: 3_299,
  old_total: 2_999,
  new_total: 3_299,
  state: 'checked' as const,
  reason: null,
  detail: null,
});

const found = {
  subscription: {
    status: 'active',
    cancel_at_period_end: false,
    cancel_at: null,
    schedule: null,
    items: { data: [{ price: { id: 'price_old' } }] },
    created: Date.parse('2026-01-01T12:00:00Z') / 1_000,
    metadata: { planduration: '3' },
  } as unknown as ProviderSubscription,
  plans: { customer: { id: 'cus_1', metadata: {} } as unknown as ProviderCustomer, plans: new Map() },
};

/** Creates the work of one process; `beforeRefusing` runs before each schedule is made. */
function work(beforeRefusing: () => Promise<unknown> = async () => undefined, scheduled: string[] = []) {
  const increases: SingleIncreases = {
    async schedule({ subscriptionId }, _by, _key, bulk) {
      await beforeRefusing();
      await bulk.refuse(found);
      scheduled.push(subscriptionId);
    },
    check: async () => undefined,
  };
  return new IncreaseWork({
    db: database.db,
    clock: { now: () => now },
    log: pino({ level: 'silent' }),
    planSettings: async () => ({ mapping: defaultSiteMapping, durations: {}, defaultDuration: 3, defaultOnlineDuration: 6 }),
    leaseSeconds: 60,
    operations: { stateOf: async () => null },
    increases,
    releases: { release: async () => undefined },
    readFresh: async () => null,
  });
}

const become = (state: 'running' | 'paused' | 'undoing') =>
  database.db.updateTable('price_increase').set({ state }).where('id', '=', increase).execute();
const members = () =>
  database.db
    .selectFrom('price_increase_member')
    .select(['subscription', 'state', 'reason', 'leased_until as held'])
    .orderBy('subscription')
    .execute();

beforeEach(async () => {
  now = new Date('2026-12-01T12:00:00Z');
  const { db } = database;
  await db.deleteFrom('price_increase').execute();
  await db
    .insertInto('price_increase')
    .values({
      id: increase,
      name: 'Super Kiss 2027',
      created: now,
      created_by: 'Sam Fuller',
      asked: 'asked',
      choice: JSON.stringify({ v: 1, prices: [], signedUpFrom: null, signedUpBefore: null }),
      effective,
      state: 'running',
      run_by: JSON.stringify(actor),
      undone_by: JSON.stringify(actor),
    })
    .execute();
  await db.transaction().execute((tx) => insertMembers(tx, [member('sub_1'), member('sub_2')]));
});

it('schedules no member once it was stopped, even in a running process, and releases the members at once', async () => {
  const scheduled: string[] = [];
  await work(() => become('paused'), scheduled).round();
  expect(scheduled).toEqual([]);
  expect(await members()).toMatchObject([
    { state: 'checked', reason: null, held: null },
    { state: 'checked', reason: null, held: null },
  ]);
  await become('running');
  await work(undefined, scheduled).round();
  expect(scheduled.toSorted()).toEqual(['sub_1', 'sub_2']);
});

it('claims no member for work that was stopped since it was found', async () => {
  await become('paused');
  const request = { increase: { id: increase, state: 'running' }, states: ['checked'], most: 9, leaseSeconds: 60 } as const;
  expect(await claimMembers(database.db, request)).toEqual([]);
});

it('takes no word from a process that comes back after another one ended its member', async () => {
  const request = { increase: { id: increase, state: 'running' }, states: ['checked'], most: 9, leaseSeconds: 0 } as const;
  const [late] = await claimMembers(database.db, request);
  const settle = (state: 'scheduled' | 'skipped') => database.db.transaction().execute((tx) => settleMember(tx, late!, { state }));
  expect([await settle('scheduled'), await settle('skipped')]).toEqual([true, false]);
  expect(await members()).toContainEqual(expect.objectContaining({ subscription: late!.subscription, state: 'scheduled' }));
});

it('passes over who can no longer be told in time, where a run takes longer than that', async () => {
  now = new Date('2027-01-02T10:00:01Z');
  const scheduled: string[] = [];
  await work(undefined, scheduled).round();
  expect(scheduled).toEqual([]);
  expect(await members()).toMatchObject([{ state: 'skipped', reason: 'too_late' }, { reason: 'too_late' }]);
});
