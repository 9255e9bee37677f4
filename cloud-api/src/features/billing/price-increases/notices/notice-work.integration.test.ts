import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { IncreaseState } from '@washdesk/contracts/billing/plans/price-increase';
import { settingDefaults } from '@washdesk/rules/company/settings';
import type { Channel } from '../../../../db/tables/messages.ts';
import { freshDatabase, insertSites, type TestDatabase } from '../../../../testing/database.ts';
import { NoticeWork } from './notice-work.ts';
import { addNotice, countLate, markPrinted, waitingLetters } from './notices.store.ts';
import { discardQueued, takeBackNotice } from './stop-notices.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await insertSites(database);
});
afterAll(() => database.stop());

const increase = '019aa000-0000-7000-8000-000000000001';
/** 10:00 at both sites, Joliet and Merrillville. */
const morning = new Date('2026-11-24T16:00:00Z');
let now = morning;

const work = () =>
  new NoticeWork({
    db: database.db,
    clock: { now: () => now },
    settings: async (name) => settingDefaults[name],
    reach: async (_db, { phone, email }, except = []) => {
      if (phone && !except.includes('sms')) return { channel: 'sms', recipient: phone };
      return email && !except.includes('email') ? { channel: 'email', recipient: email } : null;
    },
    planNames: async () => new Map([['price_old', { name: 'Super Kiss' }]]),
    jobsAdded: () => undefined,
  });

interface Reachable {
  phone?: string;
  email?: string;
  address?: { line1: string };
}

let lastPhone = 0;
const newPhone = () => `+1815555${String((lastPhone += 1)).padStart(4, '0')}`;

/** Creates a member with a scheduled new price and a pending notice. */
async function scheduled(name: string, reachable: Reachable = { phone: newPhone() }, site = 12) {
  const subscription = `sub_${name}`;
  const customer = { id: `cus_${name}`, object: 'customer', name, metadata: {}, ...reachable };
  const holding = { object: 'subscription_schedule', metadata: { bulkincrease: increase } };
  await sql`insert into mirror_customer (id, object, read_seq, name, search, created)
    values (${customer.id}, ${JSON.stringify(customer)}, 1, ${name}, '', now())`.execute(database.db);
  await sql`insert into mirror_subscription (id, object, read_seq, customer, status, created)
    values (${subscription}, ${JSON.stringify({ id: subscription })}, 1, ${customer.id}, 'active', now())`.execute(database.db);
  await sql`insert into mirror_schedule (id, object, read_seq, customer, subscription, status)
    values (${`sub_sched_${name}`}, ${JSON.stringify(holding)}, 1, ${customer.id}, ${subscription}, 'active')`.execute(database.db);
  await sql`insert into price_increase_member (increase, subscription, customer, name, site, old_price, new_price, old_amount, new_amount,
      old_total, new_total, state)
    values (${increase}, ${subscription}, ${customer.id}, ${name}, ${site}, 'price_old', 'price_new', 2999, 3299, 3149, 3464, 'scheduled')`.execute(
    database.db,
  );
  await database.db.transaction().execute((tx) => addNotice(tx, { increase, subscription }));
}

const become = (state: IncreaseState) => database.db.updateTable('price_increase').set({ state }).where('id', '=', increase).execute();

async function undo(name: string): Promise<void> {
  const of = { increase, subscription: `sub_${name}` };
  await database.db.transaction().execute(async (tx) => {
    await tx.updateTable('price_increase_member').set({ state: 'undone' }).where('subscription', '=', of.subscription).execute();
    await takeBackNotice(tx, of);
  });
}

/** Sets a message's final state as the sender does. */
async function ended(state: 'sent' | 'refused', channel?: Channel): Promise<void> {
  const of = channel === undefined ? sql`` : sql`and channel = ${channel}`;
  await sql`update message set state = ${state}, sent = ${state === 'sent' ? now : null}, reason = 'No such number' where state = 'queued' ${of}`.execute(
    database.db,
  );
  await sql`update job set state = 'done' where state = 'pending'`.execute(database.db);
}

const notices = async () => {
  const rows = await database.db
    .selectFrom('increase_notice')
    .select(['subscription', 'kind', 'state', 'channel'])
    .orderBy('subscription')
    .orderBy('kind')
    .execute();
  return rows.map(({ subscription, kind, state, channel }) => [subscription.slice(4), kind, state, channel].filter(Boolean).join(' '));
};
const texts = async () =>
  (await database.db.selectFrom('message').select(['recipient', 'text', 'state']).orderBy('queued').execute()).map(({ text }) => text);

beforeEach(async () => {
  now = morning;
  for (const table of ['price_increase', 'message', 'job', 'mirror_schedule', 'mirror_subscription', 'mirror_customer'] as const)
    await sql`delete from ${sql.table(table)}`.execute(database.db);
  await database.db
    .insertInto('price_increase')
    .values({
      id: increase,
      name: 'A',
      created: now,
      created_by: 'Sam',
      asked: 'asked',
      choice: '{}',
      effective: '2027-02-01',
      state: 'running',
    })
    .execute();
});

describe('a member is told', () => {
  it('once, by text, else by e-mail, else by letter, each way tried once', async () => {
    await scheduled('ada', { phone: '+18155550100', email: 'ada@moore.test' });
    await scheduled('bob', { email: 'bob@moore.test', address: { line1: '1 Main St' } });
    await scheduled('cid', { address: { line1: '2 Main St' } });
    await scheduled('dan', {});
    for (const _again of [1, 2]) await Promise.all([work().round(), work().round()]);
    expect(await notices()).toEqual(['ada increase queued sms', 'bob increase queued email', 'cid increase letter', 'dan increase letter']);
    expect(await texts()).toHaveLength(2);
    await ended('refused', 'sms');
    await ended('sent', 'email');
    await work().round();
    await ended('refused');
    await work().round();
    await work().round();
    expect(await notices()).toEqual(['ada increase letter', 'bob increase sent email', 'cid increase letter', 'dan increase letter']);
    expect(await texts()).toHaveLength(3);
  });

  it('in words that name old and new price, plan, place and day', async () => {
    await scheduled('Moore, Ada');
    await work().round();
    expect((await texts())[0]).toMatch(
      /^Starting 02\/01\/2027, your Super Kiss plan at Joliet is \$34\.64 a month with tax \(now \$31\.49\)\./,
    );
  });

  it('within the hours of the member’s site', async () => {
    await database.db.updateTable('site').set({ time_zone: 'America/New_York' }).where('number', '=', 27).execute();
    await scheduled('ada');
    // 8:30 at site 12, 9:30 at site 27
    now = new Date('2026-11-24T14:30:00Z');
    await scheduled('bob', undefined, 27);
    await work().round();
    expect(await notices()).toEqual(['ada increase waiting', 'bob increase queued sms']);
    const zones = await database.db.selectFrom('message').select('hours_zone').execute();
    expect(zones).toEqual([{ hours_zone: 'America/New_York' }]);
    now = new Date('2026-11-25T02:00:00Z');
    expect(await work().round()).toBe(0);
  });

  it('not while the same phone was sent three messages within the hour', async () => {
    const phone = newPhone();
    for (const name of ['ada', 'bob', 'cid', 'dan']) await scheduled(name, { phone });
    await work().round();
    expect((await notices()).filter((one) => one.endsWith('waiting'))).toHaveLength(1);
    expect(await texts()).toHaveLength(3);
    await sql`update message set queued = queued - interval '1 hour'`.execute(database.db);
    await sql`update increase_notice set due = now()`.execute(database.db);
    await work().round();
    expect(await texts()).toHaveLength(4);
  });

  it('nothing if the schedule was released before', async () => {
    await scheduled('ada');
    await sql`update mirror_schedule set status = 'released'`.execute(database.db);
    await work().round();
    expect(await notices()).toEqual(['ada increase dropped']);
  });

  it('and counts as late once fewer than 30 days are left', async () => {
    await scheduled('ada', { address: { line1: '1 Main St' } });
    await scheduled('bob');
    await work().round();
    await ended('sent');
    await work().round();
    const tellBy = new Date('2027-01-02T10:00:00Z');
    expect(await countLate(database.db, increase, tellBy, tellBy)).toBe(0);
    now = new Date('2027-01-02T10:00:01Z');
    expect(await countLate(database.db, increase, tellBy, now)).toBe(1);
    const { letters } = await waitingLetters(database.db, increase, 10);
    await database.db.transaction().execute((tx) =>
      markPrinted(
        tx,
        increase,
        letters.map(({ id }) => id),
        now,
      ),
    );
    expect(await countLate(database.db, increase, tellBy, now)).toBe(1);
  });
});

describe('an increase that is stopped', () => {
  const discard = () => database.db.transaction().execute((tx) => discardQueued(tx, increase));

  it('sends nothing while it is paused, and resumes where it was', async () => {
    await scheduled('ada');
    await work().round();
    await become('paused');
    await discard();
    await scheduled('bob');
    await work().round();
    expect(await notices()).toEqual(['ada increase waiting', 'bob increase waiting']);
    await become('running');
    await work().round();
    await ended('sent');
    await work().round();
    expect(await notices()).toEqual(['ada increase sent sms', 'bob increase sent sms']);
  });

  it('takes nothing back that is being sent', async () => {
    await scheduled('ada');
    await work().round();
    await sql`update job set attempts = 1`.execute(database.db);
    await become('undoing');
    await discard();
    await undo('ada');
    expect(await notices()).toEqual(['ada increase queued sms']);
    await ended('sent');
    await work().round();
    await work().round();
    expect(await notices()).toEqual(['ada increase sent sms', 'ada retraction queued sms']);
  });

  it('tells only the members already notified that it was undone, once', async () => {
    await scheduled('ada');
    await work().round();
    await ended('sent');
    await work().round();
    await scheduled('bob');
    await scheduled('cid');
    await work().round();
    await become('undoing');
    await discard();
    for (const name of ['ada', 'bob', 'cid']) await undo(name);
    for (const _again of [1, 2, 3]) await work().round();
    expect(await notices()).toEqual(['ada increase sent sms', 'ada retraction queued sms', 'bob increase dropped', 'cid increase dropped']);
    expect((await texts()).at(-1)).toMatch(/^The price of your Super Kiss plan at Joliet stays \$31\.49 a month with tax/);
  });

  it('still notifies members for whom it could not be undone', async () => {
    await scheduled('ada');
    await become('undone');
    await database.db.updateTable('price_increase_member').set({ state: 'kept' }).execute();
    await work().round();
    expect(await notices()).toEqual(['ada increase queued sms']);
  });

  it('answers a letter that was printed by another one, and drops one that was not', async () => {
    for (const name of ['ada', 'bob']) await scheduled(name, { address: { line1: '1 Main St' } });
    await work().round();
    const [first] = (await waitingLetters(database.db, increase, 10)).letters;
    await database.db.transaction().execute((tx) => markPrinted(tx, increase, [first!.id], now));
    await become('undoing');
    for (const name of ['ada', 'bob']) await undo(name);
    await work().round();
    expect(await notices()).toEqual(['ada increase printed', 'ada retraction letter', 'bob increase dropped']);
  });
});
