import { randomUUID } from 'node:crypto';
import type { Obligation } from '@washdesk/contracts/system/obligation';
import { startBillingCloud, type BillingCloud } from '@washdesk/tests/api/billing-cloud';
import { personAs, type Person } from '@washdesk/tests/api/person';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OwedName } from '../../../jobs/obligation.ts';

let cloud: BillingCloud;
let cashier: Person;
let admin: Person;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-21T15:30:00Z' });
  cashier = await personAs(cloud, 'Cashier');
  admin = await personAs(cloud, 'Admin');
});
afterAll(() => cloud.stop());

interface Row {
  what?: OwedName;
  state?: string;
  customer: string | null;
  reason?: string;
  /** Days from now. */
  deadline?: number;
}

/** As the worker leaves it; due in a day, so that nobody works on it meanwhile. */
async function insert({ what = 'sitewatch.record-usage', state = 'owed', customer, reason, deadline = 7 }: Row): Promise<string> {
  const id = randomUUID();
  await sql`
    insert into obligation (id, kind, what, key, site, customer, payload, state, attempts, due, deadline, created, last_error, settled)
    values (${id}, 'once', ${what}, ${id}, 12, ${customer}, '{}', ${state}, 3, now() + interval '1 day',
      now() + make_interval(days => ${deadline}), now() - interval '2 days', ${reason ?? null},
      ${state === 'owed' ? null : new Date('2026-11-20T12:00:00Z')})`.execute(cloud.database.db);
  return id;
}

interface List {
  obligations: Obligation[];
  results: Obligation[];
  count: number;
}
const list = async (query = ''): Promise<Obligation[]> => (await admin.get<List>(`/obligations${query}`)).body.results;
const auditOf = (id: string) =>
  cloud.database.db.selectFrom('audit').select(['action', 'why', 'actor']).where('subject', '=', `obligation:${id}`).execute();

describe('what is owed for a customer', () => {
  it('is told in words, the open ones first', async () => {
    const { customer } = await cloud.member({ plate: 'OWED1-IL' });
    const failed = await insert({ customer, state: 'failed', reason: 'This Sitewatch has no site 12' });
    const { status, body } = await cashier.get<List>(`/customer/${customer}/obligations`);
    expect(status).toBe(200);
    expect(body.count).toBe(body.obligations.length);
    expect(body.obligations.find(({ id }) => id === failed)).toMatchObject({
      title: 'Write a wash into Sitewatch of Joliet',
      state: 'failed',
      reason: 'This Sitewatch has no site 12',
      attempts: 3,
      overdue: false,
    });
    const open = body.obligations.map(({ state }) => state === 'owed' || state === 'failed');
    expect(open).toEqual(open.toSorted((a, b) => Number(b) - Number(a)));
  });

  it('is not told of somebody unknown', async () => {
    expect(await cashier.get('/customer/cus_nobody/obligations')).toMatchObject({ status: 404, body: { code: 'customer_not_found' } });
  });
});

describe('for IT', () => {
  it('lists what failed and what is overdue, and by its state', async () => {
    const failed = await insert({ customer: null, state: 'failed', reason: 'no' });
    const overdue = await insert({ customer: null, deadline: -1 });
    const waiting = await insert({ customer: null });
    const ids = (await list()).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([failed, overdue]));
    expect(ids).not.toContain(waiting);
    expect((await list('?state=owed')).map(({ id }) => id)).toEqual(expect.arrayContaining([overdue, waiting]));
    expect((await list()).find(({ id }) => id === overdue)?.overdue).toBe(true);
  });

  it('tries again what failed, at once and with its whole time before it', async () => {
    const id = await insert({ customer: null, state: 'failed', reason: 'no', deadline: -1 });
    expect(await admin.post(`/obligations/${id}/retry`)).toMatchObject({ status: 200, body: { obligation: { id, overdue: false } } });
    expect(await auditOf(id)).toEqual([{ action: 'obligation.retried', why: null, actor: expect.any(String) }]);
  });

  it('forgets no earlier attempt when it tries again: what may have been done is looked for first', async () => {
    const id = await insert({ customer: null, state: 'failed', reason: 'no' });
    const { body } = await admin.post<{ obligation: Obligation }>(`/obligations/${id}/retry`);
    expect(body.obligation.attempts).toBeGreaterThanOrEqual(3);
  });

  it('gives up what will not be done, for a reason that is kept', async () => {
    const id = await insert({ customer: null, state: 'failed', reason: 'no' });
    expect(await admin.post(`/obligations/${id}/dismiss`, { reason: ' ' })).toMatchObject({ status: 400 });
    expect(await admin.post(`/obligations/${id}/dismiss`, { reason: 'Entered by hand' })).toMatchObject({
      status: 200,
      body: { obligation: { state: 'dismissed', why: 'Entered by hand', dismissedBy: expect.any(String) } },
    });
    expect(await auditOf(id)).toEqual([{ action: 'obligation.dismissed', why: 'Entered by hand', actor: expect.any(String) }]);
    expect(await admin.post(`/obligations/${id}/retry`)).toMatchObject({ status: 409, body: { code: 'not_open' } });
  });

  it('is for Admin alone', async () => {
    const id = await insert({ customer: null, state: 'failed' });
    for (const answer of [
      await cashier.get('/obligations'),
      await cashier.get('/obligations/deeds'),
      await cashier.post(`/obligations/${id}/retry`),
      await cashier.post(`/obligations/${id}/dismiss`, { reason: 'no' }),
    ]) {
      expect(answer.status).toBe(403);
    }
  });

  it('lists acts whose outcome is not known after minutes', async () => {
    const id = randomUUID();
    const by = JSON.stringify({ name: 'Sam', site: 12 });
    await sql`
      insert into deed (id, kind, scope, route, key, request_hash, by, state, claimed_until, due, created, last_error)
      values (${id}, 'charge.refund', 'staff:101', '/refund', 'stuck-key', '\\x00', ${by}, 'intended', now() + interval '1 day',
        now() + interval '1 day', now() - interval '6 minutes', 'Stripe does not answer')`.execute(cloud.database.db);
    expect((await admin.get('/obligations/deeds')).body).toMatchObject({
      count: 1,
      deeds: [{ id, kind: 'charge.refund', by: 'Sam', site: 12, reason: 'Stripe does not answer' }],
    });
  });
});
