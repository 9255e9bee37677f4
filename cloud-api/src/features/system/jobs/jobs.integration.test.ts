import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Job, JobGroup } from '@washdesk/contracts/system/job';
import type { JobName } from '../../../jobs/job.ts';
import { clientAs, type ApiClient } from '../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../testing/billing-cloud.ts';

let cloud: BillingCloud;
let cashier: ApiClient;
let admin: ApiClient;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: '2026-11-21T15:30:00Z' });
  cashier = await clientAs(cloud, 'Cashier');
  admin = await clientAs(cloud, 'Admin');
});
afterAll(() => cloud.stop());

interface Row {
  what?: JobName;
  state?: string;
  customer: string | null;
  reason?: string;
  /** Days from now. */
  deadline?: number;
}

/** Inserts a job as the worker leaves it, due in a day, so that it is not claimed in the meantime. */
async function insert({ what = 'sitewatch.record-usage', state = 'pending', customer, reason, deadline = 7 }: Row): Promise<string> {
  const id = randomUUID();
  await sql`
    insert into job (id, kind, what, key, site, customer, payload, state, attempts, due, deadline, created, last_error, settled)
    values (${id}, 'once', ${what}, ${id}, 12, ${customer}, '{}', ${state}, 3, now() + interval '1 day',
      now() + make_interval(days => ${deadline}), now() - interval '2 days', ${reason ?? null},
      ${state === 'pending' ? null : new Date('2026-11-20T12:00:00Z')})`.execute(cloud.database.db);
  return id;
}

interface List {
  jobs: Job[];
  results: Job[];
  count: number;
}
const list = async (query = ''): Promise<Job[]> => (await admin.get<List>(`/jobs${query}`)).body.results;
const auditOf = (id: string) =>
  cloud.database.db.selectFrom('whole_audit').select(['action', 'why', 'actor']).where('subject', '=', `job:${id}`).execute();

describe('the jobs of a customer', () => {
  it('is told in words, the open ones first', async () => {
    const { customer } = await cloud.member({ plate: 'OWED1-IL' });
    const failed = await insert({ customer, state: 'failed', reason: 'connect ECONNREFUSED 10.0.0.9:3050' });
    const { status, body } = await cashier.get<List>(`/customer/${customer}/jobs`);
    expect(status).toBe(200);
    expect(body.count).toBe(body.jobs.length);
    expect(body.jobs.find(({ id }) => id === failed)).toMatchObject({
      title: 'Record a wash in Sitewatch of Joliet',
      state: 'failed',
      reason: 'Sitewatch of Joliet can’t be reached: the connection was refused',
      attempts: 3,
      overdue: false,
    });
    const open = body.jobs.map(({ state }) => state === 'pending' || state === 'failed');
    expect(open).toEqual(open.toSorted((a, b) => Number(b) - Number(a)));
  });

  it('reports the follow-up of a started plan only when it is late, retried or failed', async () => {
    const { customer } = await cloud.member({ plate: 'BEGUN1-IL' });
    const what = 'plan.begun';
    const waiting = await insert({ what, customer });
    const late = await insert({ what, customer, deadline: -1 });
    const triedInVain = await insert({ what, customer, reason: 'no answer' });
    const failed = await insert({ what, customer, state: 'failed', reason: 'no' });
    const { body } = await cashier.get<List>(`/customer/${customer}/jobs`);
    const ids = body.jobs.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([late, triedInVain, failed]));
    expect(ids).not.toContain(waiting);
  });

  it('is not sent for an unknown customer', async () => {
    expect(await cashier.get('/customer/cus_nobody/jobs')).toMatchObject({ status: 404, body: { code: 'customer_not_found' } });
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
    expect((await list('?state=pending')).map(({ id }) => id)).toEqual(expect.arrayContaining([overdue, waiting]));
    expect((await list()).find(({ id }) => id === overdue)?.overdue).toBe(true);
  });

  it('groups the open jobs by target and cause, lists a group and retries it whole', async () => {
    const { customer } = await cloud.member({ plate: 'GROUP1-IL' });
    const offline = 'Can’t reach the Sitewatch of Joliet';
    const [failed, late] = [
      await insert({ what: 'sitewatch.switch-code', customer, state: 'failed', reason: 'ABC belongs to another customer at Joliet' }),
      await insert({ what: 'sitewatch.switch-code', customer, reason: offline, deadline: -1 }),
    ];
    const trying = await insert({ what: 'sitewatch.switch-code', customer, reason: offline });
    await insert({ what: 'sitewatch.switch-code', customer });
    const { body } = await admin.get<{ groups: JobGroup[] }>(`/jobs/groups?customer=${customer}`);
    const own = body.groups.filter(({ what }) => what === 'sitewatch.switch-code');
    expect(own).toMatchObject([
      { title: 'Enable or disable a plate or tag in Sitewatch of Joliet', cause: 'unreachable', count: 2, needPerson: 1 },
      { cause: 'taken-code', count: 1, needPerson: 1, nextTry: null },
    ]);
    const group = 'what=sitewatch.switch-code&site=12&cause=unreachable';
    expect((await list(`?${group}`)).map(({ id }) => id).toSorted()).toEqual([late, trying].toSorted());
    expect((await list(`?customer=${customer}&state=failed`)).map(({ id }) => id)).toEqual([failed]);
    const retry = { what: 'sitewatch.switch-code', site: 12, cause: 'unreachable' };
    expect(await admin.post('/jobs/retry', retry)).toMatchObject({ status: 200, body: { retried: 2 } });
    const [audit] = await cloud.database.db
      .selectFrom('whole_audit')
      .select('after')
      .where('subject', '=', 'job:sitewatch.switch-code')
      .execute();
    expect(audit?.after).toEqual({ cause: 'The site is offline', jobs: 2 });
    expect((await cashier.post('/jobs/retry', retry)).status).toBe(403);
  });

  it('groups the jobs that are still retried too, of all customers', async () => {
    const what = 'sitewatch.replace-code';
    await insert({ what, customer: null, reason: 'Can’t reach the Sitewatch of Joliet' });
    await insert({ what, customer: null });
    const { body } = await admin.get<{ groups: JobGroup[] }>('/jobs/groups');
    expect(body.groups.filter((group) => group.what === what)).toMatchObject([{ cause: 'unreachable', count: 1, needPerson: 0 }]);
  });

  it('tries again what failed, at once and with its whole time before it', async () => {
    const id = await insert({ customer: null, state: 'failed', reason: 'no', deadline: -1 });
    expect(await admin.post(`/jobs/${id}/retry`)).toMatchObject({ status: 200, body: { job: { id, overdue: false } } });
    expect(await auditOf(id)).toEqual([{ action: 'job.retried', why: null, actor: expect.any(String) }]);
  });

  it('forgets no earlier attempt when it tries again: what may have been done is looked for first', async () => {
    const id = await insert({ customer: null, state: 'failed', reason: 'no' });
    const { body } = await admin.post<{ job: Job }>(`/jobs/${id}/retry`);
    expect(body.job.attempts).toBeGreaterThanOrEqual(3);
  });

  it('dismisses a job, and keeps the reason', async () => {
    const id = await insert({ customer: null, state: 'failed', reason: 'no' });
    expect(await admin.post(`/jobs/${id}/dismiss`, { reason: ' ' })).toMatchObject({ status: 400 });
    expect(await admin.post(`/jobs/${id}/dismiss`, { reason: 'Entered by hand' })).toMatchObject({
      status: 200,
      body: { job: { state: 'dismissed', why: 'Entered by hand', dismissedBy: expect.any(String) } },
    });
    expect(await auditOf(id)).toEqual([{ action: 'job.dismissed', why: 'Entered by hand', actor: expect.any(String) }]);
    expect(await admin.post(`/jobs/${id}/retry`)).toMatchObject({ status: 409, body: { code: 'not_open' } });
  });

  it('is for Admin alone', async () => {
    const id = await insert({ customer: null, state: 'failed' });
    for (const answer of [
      await cashier.get('/jobs'),
      await cashier.get('/jobs/operations'),
      await cashier.post(`/jobs/${id}/retry`),
      await cashier.post(`/jobs/${id}/dismiss`, { reason: 'no' }),
    ]) {
      expect(answer.status).toBe(403);
    }
  });

  it('lists operations whose outcome is not known after minutes', async () => {
    const id = randomUUID();
    const by = JSON.stringify({ name: 'Sam', site: 12 });
    await sql`
      insert into operation (id, kind, scope, route, key, request_hash, by, state, claimed_until, due, created, last_error)
      values (${id}, 'charge.refund', 'staff:101', '/refund', 'stuck-key', '\\x00', ${by}, 'started', now() + interval '1 day',
        now() + interval '1 day', now() - interval '6 minutes', 'connect ETIMEDOUT 10.0.0.7:5432')`.execute(cloud.database.db);
    expect((await admin.get('/jobs/operations')).body).toMatchObject({
      count: 1,
      operations: [{ id, kind: 'charge.refund', by: 'Sam', site: 12, reason: 'Can’t connect: no response in time' }],
    });
  });
});
