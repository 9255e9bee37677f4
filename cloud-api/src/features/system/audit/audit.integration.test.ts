import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PriceRange } from '@washdesk/contracts/company/reference';
import type { AuditCheck, AuditEntry, AuditRow } from '@washdesk/contracts/system/audit';
import { Role } from '@washdesk/rules/company/roles';
import { until } from '@washdesk/test-support/until';
import { sealAudit } from '../../../audit/sealing.ts';
import { openLog } from '../../../http/log.ts';
import { clientAs, type ApiClient } from '../../../testing/api-client.ts';
import { signedIn } from '../../../testing/callers.ts';
import { startCloud, type Cloud } from '../../../testing/cloud.ts';
import { ok } from '../../../testing/member-views.ts';

interface Page {
  entries: AuditRow[];
  count: number;
  more: boolean;
  next_page: string | null;
}

let cloud: Cloud;
let admin: ApiClient;

beforeAll(async () => {
  cloud = await startCloud();
  admin = await clientAs(cloud, 'Admin');
});
afterAll(() => cloud.stop());
beforeEach(async () => {
  await sql`truncate audit, audit_seal, audit_head, audit_check`.execute(cloud.database.db);
});

interface Written {
  at?: string;
  actor?: string;
  approver?: string;
  site?: number;
  action?: string;
  subject?: string;
  before?: object;
  why?: string;
}
async function write(...rows: Written[]): Promise<void> {
  const standard = { at: '2026-11-20T18:00:00Z', actor: '101', action: 'product.changed', subject: 'product:prod_1', request_id: 'r' };
  await cloud.database.db
    .insertInto('audit')
    .values(
      rows.map((row) => ({
        ...standard,
        id: uuidv7(),
        device: null,
        after: null,
        why: null,
        ...row,
        before: row.before ? JSON.stringify(row.before) : null,
        at: new Date(row.at ?? standard.at),
      })),
    )
    .execute();
}
const list = (query = '') => ok(admin.get<Page>(`/admin/audit${query}`));
const subjects = async (query: string) => (await list(query)).entries.map(({ subject }) => subject);

describe('the audit', () => {
  it('shows a change with its before and after', async () => {
    const priceManager = await clientAs(cloud, 'PriceManager');
    const { priceranges } = await ok(priceManager.get<{ priceranges: PriceRange[] }>('/meta/priceranges'));
    const { id, product_class, ...limits } = priceranges[0]!;
    await ok(priceManager.put(`/meta/priceranges/${id}`, { ...limits, max_car: limits.max_car + 1 }));
    const [row] = (await list('?kind=price-range')).entries;
    expect(row).toMatchObject({ action: 'price-range.changed', subject: `price-range:${id}`, site: 12, approver: null });
    expect(row).toMatchObject({ objectName: product_class, changes: [expect.stringMatching(/^highest, car: \$[\d.]+ → \$[\d.]+$/)] });
    const entry = await ok(admin.get<AuditEntry>(`/admin/audit/${row?.id}`));
    expect(entry).toMatchObject({ before: { product_class, max_car: limits.max_car }, after: { max_car: limits.max_car + 1 } });
    // the cloud also seals in the background; a concurrent call leaves the work to the one in progress
    const sealed = async () => {
      await sealAudit(cloud.database.db, openLog('silent'));
      return (await ok(admin.get<AuditEntry>(`/admin/audit/${row?.id}`))).seal;
    };
    await expect.poll(sealed).toEqual(expect.any(Number));
    expect(await admin.get(`/admin/audit/${uuidv7()}`)).toMatchObject({ status: 404, body: { code: 'audit_entry_not_found' } });
  });

  it('is paged from the newest to the oldest, each change once, also where many are of one instant', async () => {
    await write(
      ...Array.from({ length: 120 }, (_none, n) => ({ subject: `product:${n}`, at: `2026-11-${n < 60 ? '20' : '21'}T10:00:00Z` })),
    );
    const pages = [await list()];
    for (let next = pages[0]!.next_page; next; next = pages.at(-1)!.next_page) pages.push(await list(`?page=${next}`));
    expect(pages.map(({ entries }) => entries.length)).toEqual([50, 50, 20]);
    const all = pages.flatMap(({ entries }) => entries);
    expect(new Set(all.map(({ subject }) => subject)).size).toBe(120);
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    expect(pages[0]).toMatchObject({ count: 120, more: false });
    expect(await admin.get('/admin/audit?page=x')).toMatchObject({ status: 400 });
  });

  it('names who had the employee number then, and its new holder since', async () => {
    const staff = { username: null, password_hash: null, pin_hash: null, roles: Role.Cashier, created: new Date(), changed: new Date() };
    await cloud.database.db
      .insertInto('staff')
      .values({ ...staff, employee_number: 779, name: 'Bo Berg' })
      .execute();
    await write(
      { actor: '779', at: '2026-11-10T10:00:00Z', subject: 'product:old' },
      { action: 'staff.replaced', subject: 'staff:779', before: { name: 'Priya Raman' }, at: '2026-11-15T10:00:00Z' },
      { actor: '779', at: '2026-11-20T10:00:00Z', subject: 'product:new' },
    );
    const named = (await list()).entries.map(({ subject, name }) => [subject, name]);
    expect(named).toEqual(
      expect.arrayContaining([
        ['product:new', 'Bo Berg'],
        ['product:old', 'Priya Raman'],
      ]),
    );
  });

  it('names customers, their plans, rollouts and sessions, but no one who is erased', async () => {
    const { db } = cloud.database;
    const mirrored = { object: '{}', read_seq: 0, created: new Date(), search: '' };
    await db
      .insertInto('mirror_customer')
      .values([
        { ...mirrored, id: 'cus_named', name: 'Moore, Ada', email: 'ada@example.com' },
        { ...mirrored, id: 'cus_mail', name: null, email: 'bo@example.com' },
      ])
      .execute();
    await sql`insert into mirror_product (id, object, read_seq) values ('prod_a', '{"name": "Super Kiss"}', 0)`.execute(db);
    await sql`insert into mirror_price (id, object, read_seq, product) values ('price_a', '{}', 0, 'prod_a')`.execute(db);
    await sql`insert into mirror_subscription (id, object, read_seq, customer, status, price, created)
      values ('sub_a', '{}', 0, 'cus_named', 'active', 'price_a', now())`.execute(db);
    await sql`insert into staff (employee_number, name, roles, created, changed) values (778, 'Cy Cole', 1, now(), now())`.execute(db);
    const session = await db.selectFrom('session').select(['id', 'name']).executeTakeFirstOrThrow();
    const rollout = uuidv7();
    await sql`insert into release_rollout (id, version, stage, state, canary, most, reason, started, started_by, stage_since)
      values (${rollout}, '1.5.0', 'canary', 'done', '{12}', 3, 'Fixes', now(), '101', now())`.execute(db);
    await write(
      { subject: 'customer:cus_named' },
      { subject: 'customer:cus_mail' },
      { subject: 'subscription:sub_a' },
      { subject: `rollout:${rollout}` },
      { subject: `session:${session.id}` },
      // a session that housekeeping removed, and a customer as an erasure leaves them
      { subject: `session:${rollout}`, before: { principal: '778' } },
      { subject: 'customer:cus_erased', before: { name: '[personal]' } },
    );
    await sql`update audit set personal_hash = '\\x00' where subject = 'customer:cus_erased'`.execute(db);
    const { entries } = await list();
    const shown = Object.fromEntries(entries.map(({ subject, objectName, objectCustomer }) => [subject, [objectName, objectCustomer]]));
    expect(shown).toMatchObject({
      'customer:cus_named': ['Moore, Ada', 'cus_named'],
      'customer:cus_mail': ['bo@example.com', 'cus_mail'],
      'subscription:sub_a': ['Super Kiss of Moore, Ada', 'cus_named'],
      [`rollout:${rollout}`]: ['1.5.0', null],
      [`session:${session.id}`]: [session.name, null],
      [`session:${rollout}`]: ['Cy Cole', null],
      'customer:cus_erased': [null, null],
    });
    expect(await ok(admin.get<AuditEntry>(`/admin/audit/${entries.at(-1)!.id}`))).toMatchObject(entries.at(-1)!);
  });

  it('is narrowed to people, kinds, objects, days and sites', async () => {
    await cloud.database.db
      .insertInto('staff')
      .values({
        employee_number: 777,
        name: 'Wanda Whitfield',
        roles: Role.Admin,
        username: null,
        password_hash: null,
        pin_hash: null,
        created: new Date(),
        changed: new Date(),
      })
      .execute();
    await write(
      { subject: 'product:prod_1' },
      { subject: 'staff:5', action: 'staff.added', actor: '777' },
      { subject: 'charge:ch_5', action: 'charge.refunded', approver: '777', site: 27 },
      { subject: 'club-plan:12:40', action: 'club-plan.changed', at: '2026-11-19T04:00:00Z', site: 12 },
    );
    expect(await subjects('?who=whitf')).toEqual(['charge:ch_5', 'staff:5']);
    expect(await subjects('?who=777&kind=staff')).toEqual(['staff:5']);
    expect(await subjects('?kind=office-and-admin')).toEqual(['staff:5', 'product:prod_1', 'club-plan:12:40']);
    expect(await subjects('?kind=charge.refunded')).toEqual(['charge:ch_5']);
    expect(await subjects('?kind=nothing')).toEqual([]);
    expect(await subjects('?object=prod_1')).toEqual(['product:prod_1']);
    expect(await subjects('?object=club-plan:12:40')).toEqual(['club-plan:12:40']);
    expect(await subjects('?object=12:40')).toEqual(['club-plan:12:40']);
    expect(await subjects('?site=27')).toEqual(['charge:ch_5']);
    // 4 a.m. UTC is 10 p.m. of the previous day in Joliet
    expect(await subjects('?from=2026-11-18&to=2026-11-18')).toEqual(['club-plan:12:40']);
    expect(await subjects('?from=2026-11-19')).toEqual(['charge:ch_5', 'staff:5', 'product:prod_1']);
    expect(await admin.get('/admin/audit?site=99')).toMatchObject({ status: 400 });
    const { entries } = await list('?who=whitf');
    expect(entries).toMatchObject([
      { approver: '777', approverName: 'Wanda Whitfield' },
      { actor: '777', name: 'Wanda Whitfield' },
    ]);
    const { actions } = await ok(admin.get<{ actions: string[] }>('/admin/audit/actions'));
    expect(actions).toEqual(['charge.refunded', 'club-plan.changed', 'product.changed', 'staff.added']);
  });

  it('is exported as CSV as it was narrowed, with nothing that a spreadsheet would run, and the audit says so', async () => {
    await write(...Array.from({ length: 2_300 }, (_none, n) => ({ subject: `product:${n}` })), {
      action: 'charge.refunded',
      subject: 'charge:ch_1',
      why: '=HYPERLINK("x")',
    });
    const headers = { ...(await signedIn(cloud, { roles: Role.Admin })), accept: 'text/csv' };
    const fileOf = async (query: string) =>
      (await (await fetch(`${cloud.url}/api/admin/audit${query}`, { headers })).text()).trim().split('\r\n');
    const all = await fileOf('?kind=product');
    expect(all).toHaveLength(2_301);
    expect(new Set(all).size).toBe(2_301);
    const [heading, refund] = await fileOf('?kind=charge.refunded');
    expect(heading).toBe('Time (UTC),Who,Name,Approved by,Site,Device,What,Action,Object,Before,After,Why,Cause');
    expect(refund).toContain(`Charge refunded,charge.refunded,charge:ch_1,,,"'=HYPERLINK(""x"")",r`);
    expect((await list('?kind=audit.exported')).entries).toHaveLength(2);
  });

  it('is for Admins alone', async () => {
    for (const role of ['Cashier', 'PriceManager', 'Reporter'] as const) {
      const one = await clientAs(cloud, role);
      for (const path of ['/admin/audit', '/admin/audit/actions', '/admin/audit/check', `/admin/audit/${uuidv7()}`])
        expect((await one.get(path)).status, path).toBe(403);
      expect((await one.post('/admin/audit/check')).status).toBe(403);
    }
  });
});

describe('a check of the audit', () => {
  interface Checks {
    current: AuditCheck | null;
    last: AuditCheck | null;
  }
  const shown = () => ok(admin.get<Checks>('/admin/audit/check'));
  const ended = (after: string | null = null) =>
    until('the check has ended', async () => {
      const { current, last } = await shown();
      return current === null && last !== null && last.id !== after ? last : null;
    });
  const seal = () => sealAudit(cloud.database.db, openLog('silent'));

  it('runs in the background, ends, and says that all is as it was written', async () => {
    expect(await shown()).toEqual({ current: null, last: null });
    await write(...Array.from({ length: 30 }, (_none, n) => ({ subject: `product:${n}` })));
    await seal();
    const asked = await ok(admin.post<AuditCheck>('/admin/audit/check'));
    expect(asked).toMatchObject({ state: 'waiting', askedBy: expect.any(String) as string });
    const last = await ended();
    expect(last).toMatchObject({ id: asked.id, state: 'done', faults: [], faultCount: 0 });
    expect(last.sealed).toBeGreaterThanOrEqual(30);
    const actions = (await list('?kind=audit')).entries.map(({ action }) => action);
    expect(actions.toSorted()).toEqual(['audit.check-started', 'audit.checked']);
  });

  it('names what was changed, and misses what was cut off since the last good check', async () => {
    await write({ subject: 'product:1' }, { subject: 'product:2' });
    await seal();
    await ok(admin.post('/admin/audit/check'));
    const good = await ended();
    await sql`update audit set actor = 'nobody' where subject = 'product:1'`.execute(cloud.database.db);
    await ok(admin.post('/admin/audit/check'));
    const bad = await ended(good.id);
    expect(bad.faults[0]).toMatch(/product\.changed by nobody.*doesn’t match its seal/);
    await sql`update audit set actor = '101' where subject = 'product:1'`.execute(cloud.database.db);
    // removes the end, rows and seals
    await sql`with cut as (delete from audit_seal where seq >= ${Number(good.head?.split(':')[0])} returning audit)
      delete from audit where id in (select audit from cut)`.execute(cloud.database.db);
    await ok(admin.post('/admin/audit/check'));
    expect((await ended(bad.id)).faults.at(-1)).toMatch(/is not in the chain/);
  });

  it('is one at a time, and continues where a process that checked is gone', async () => {
    await write({ subject: 'product:1' });
    await seal();
    const id = uuidv7();
    await sql`insert into audit_check (id, asked, asked_by, request_id, alive) values (${id}, now(), '101', 'r', now())`.execute(
      cloud.database.db,
    );
    expect(await ok(admin.post<AuditCheck>('/admin/audit/check'))).toMatchObject({ id, state: 'running' });
    await sql`update audit_check set alive = now() - interval '2 minutes'`.execute(cloud.database.db);
    await ok(admin.post('/admin/audit/check'));
    expect(await ended()).toMatchObject({ id, faultCount: 0 });
  });
});
