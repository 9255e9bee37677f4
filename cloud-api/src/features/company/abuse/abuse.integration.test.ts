import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AbuseEvidence, AbuseFlag } from '@washdesk/contracts/company/abuse';
import { Role } from '@washdesk/rules/company/roles';
import { settingDefaults } from '@washdesk/rules/company/settings';
import { until } from '@washdesk/test-support/until';
import { writeAudit } from '../../../audit/audit.ts';
import { ApiClient, clientAs } from '../../../testing/api-client.ts';
import { startBillingCloud, type BillingCloud } from '../../../testing/billing-cloud.ts';
import { signedIn } from '../../../testing/callers.ts';
import { placeReader } from '../zipcode/create-zipcode.ts';
import { Examination } from './examination.ts';

const now = new Date('2026-11-21T15:30:00Z');
const zips = { 12: '60435', 27: '46410' };

let cloud: BillingCloud;
let manager: ApiClient;
let examine: () => Promise<void>;

beforeAll(async () => {
  cloud = await startBillingCloud({ at: now.toISOString() });
  manager = await clientAs(cloud, 'SalesManager');
  const { db } = cloud.database;
  for (const [site, zip] of Object.entries(zips)) {
    await sql`
      insert into mirror_location (id, object, read_seq) select location_id, ${{ address: { postal_code: zip } }}::jsonb, 0 from site where number = ${site}::integer
      on conflict (id) do update set object = excluded.object`.execute(db);
  }
  const examination = newExamination();
  examine = async () => {
    await sql`update abuse_day set examined = null, progress = null where day = any(${[...touched]}::date[])`.execute(db);
    while ((await examination.round()) > 0);
  };
});
afterAll(() => cloud.stop());

const settings: ConstructorParameters<typeof Examination>[0]['settings'] = async (name) => settingDefaults[name];
const newExamination = (): Examination =>
  new Examination({ db: cloud.database.db, clock: { now: () => now }, settings, placeOf: placeReader(), log: pino({ level: 'silent' }) });

/** Days with rows of this test: the others need no examination. */
const touched = new Set<string>();

function ago(days: number, minutes = 0): Date {
  const at = new Date(now.getTime() - days * 86_400_000 + minutes * 60_000);
  touched.add(at.toISOString().slice(0, 10));
  return at;
}

async function wash(customer: string, site: number, at: Date, code = 'ABUSE1-IL'): Promise<void> {
  const row = { id: randomUUID(), customer, code, plan_name: 'Super Kiss', site, source: 'redeem', at };
  await cloud.database.db.insertInto('usage').values(row).execute();
}

const trace = (customer: string | null, code: string, began: Date) => ({
  id: randomUUID(),
  site: 12,
  lane: 1,
  began,
  code,
  customer,
  outcome: 'shown',
  hops: '[]',
});

async function carRead(customer: string, tag: string, plate: string, at: Date): Promise<void> {
  const traces = [trace(customer, tag, at), trace(null, plate, new Date(at.getTime() + 2_000))];
  await cloud.database.db.insertInto('lane_trace').values(traces).execute();
}

interface List {
  flags: AbuseFlag[];
  count: number;
  kinds: { kind: string; count: number }[];
  notExamined: string[];
}
const list = async (query: string, by = manager): Promise<AbuseFlag[]> => (await by.get<List>(`/abuse/flags${query}`)).body.flags;
const flagOf = async (customer: string, query = ''): Promise<AbuseFlag> => (await list(`?customer=${customer}${query}`))[0]!;
const decide = (flag: AbuseFlag, decision: string, by = manager) =>
  by.post<{ flag: AbuseFlag }>(`/abuse/flags/${flag.id}/decision`, { decision, reason: 'Two drivers', lastSeen: flag.lastSeen });

describe('washes at two sites', () => {
  it('are flagged once with the washes, dismissed with a reason, and reopened only by new ones', async () => {
    const { customer } = await cloud.member({ plate: 'ABUSE1-IL' });
    await wash(customer, 12, ago(3));
    await wash(customer, 27, ago(3, 9));
    await examine();
    await examine();
    const flag = await flagOf(customer);
    expect(flag).toMatchObject({ kind: 'two-sites', strength: 'weak', sites: [12, 27], state: 'open', decision: null });
    expect(flag.sentence).toMatch(
      /^Washed at Joliet and Merrillville 9 minutes apart\. The drive of 40 miles takes at least \d+ minutes\./u,
    );
    const { body } = await manager.get<{ evidence: AbuseEvidence[] }>(`/abuse/flags/${flag.id}`);
    expect(body.evidence).toMatchObject([
      { of: 'wash', site: 12, code: 'ABUSE1-IL', note: null },
      { of: 'wash', site: 27, at: ago(3, 9).toISOString(), note: expect.stringContaining('40 miles in 9 min (drive: ') as string },
    ]);

    expect((await decide(flag, 'dismissed')).body.flag).toMatchObject({ state: 'dismissed', decision: { reason: 'Two drivers' } });
    expect(await decide(flag, 'confirmed')).toMatchObject({ status: 409, body: { code: 'flag_changed' } });
    await examine();
    expect(await list(`?customer=${customer}`)).toEqual([]);
    expect(await list(`?customer=${customer}&state=dismissed&site=27`)).toHaveLength(1);
    const audit = cloud.database.db.selectFrom('whole_audit').select(['action', 'why']).where('subject', '=', `customer:${customer}`);
    expect(await audit.where('action', 'like', 'abuse-flag.%').execute()).toEqual([{ action: 'abuse-flag.dismissed', why: 'Two drivers' }]);

    await wash(customer, 12, ago(1));
    await wash(customer, 27, ago(1, 5));
    await examine();
    expect(await flagOf(customer)).toMatchObject({ id: flag.id, state: 'open', decision: { decision: 'dismissed' } });
  });

  it('that a site reports late are found, although the day was examined', async () => {
    const { db } = cloud.database;
    const { customer } = await cloud.member({ plate: 'LATE1-IL' });
    await wash(customer, 12, ago(5));
    await examine();
    await wash(customer, 27, ago(5, 9));
    await sql`update abuse_day set examined = examined - interval '2 hours'`.execute(db);
    const another = newExamination();
    while ((await another.round()) > 0);
    expect(await flagOf(customer)).toMatchObject({ kind: 'two-sites' });
  });
});

it('names a day whose examination always fails, examines the later ones, and the day once it can be', async () => {
  const { db } = cloud.database;
  const { customer } = await cloud.member({ plate: 'AFTER1-IL' });
  const day = ago(40).toISOString().slice(0, 10);
  for (const [days, minutes] of [
    [40, 0],
    [33, 0],
    [33, 9],
  ] as const)
    await wash(customer, minutes === 0 ? 12 : 27, ago(days, minutes));
  await sql`update abuse_day set examined = null, progress = null where day = any(${[day, ago(33).toISOString().slice(0, 10)]}::date[])`.execute(
    db,
  );
  await sql`alter table abuse_day add constraint broken check (day <> ${sql.lit(day)} or examined is null) not valid`.execute(db);
  const examination = newExamination();
  await expect(examination.round()).rejects.toThrow('broken');
  await expect(examination.round()).rejects.toThrow('broken');
  expect((await manager.get<List>('/abuse/flags')).body.notExamined).toEqual([]);
  while ((await examination.round()) > 0);
  expect(await flagOf(customer)).toMatchObject({ kind: 'two-sites' });
  expect((await manager.get<List>('/abuse/flags')).body.notExamined).toEqual([day]);
  const admin = await clientAs(cloud, 'Admin');
  const alerts = async () => (await admin.get<{ alerts: { sentence: string }[] }>('/alerts')).body.alerts.map(({ sentence }) => sentence);
  const named = /^Washes of 10\/12\/2026 can’t be examined for abuse: .*broken/u;
  await until('the day has an alert', async () => ((await alerts()).some((sentence) => named.test(sentence)) ? true : null));

  await sql`alter table abuse_day drop constraint broken`.execute(db);
  while ((await newExamination().round()) > 0);
  expect((await manager.get<List>('/abuse/flags')).body.notExamined).toEqual([day]);
  await sql`update abuse_day set retry_at = now() where day = ${day}::date`.execute(db);
  while ((await newExamination().round()) > 0);
  expect((await manager.get<List>('/abuse/flags')).body.notExamined).toEqual([]);
});

it('flags a tag beside the plate of another member, with both plates', async () => {
  const { customer } = await cloud.member({ plate: 'MINE1-IL' });
  const other = await cloud.member({ plate: 'THEIRS9-IL' });
  for (const day of [2, 5, 9]) await carRead(customer, '11111+222222', 'THEIRS9-IL', ago(day));
  await carRead(customer, '11111+222222', 'MINE1-IL', ago(1));
  await examine();
  const flag = await flagOf(customer);
  expect(flag).toMatchObject({ kind: 'tag-plate', strength: 'clear', sites: [12] });
  const { body } = await manager.get<{ evidence: AbuseEvidence[] }>(`/abuse/flags/${flag.id}`);
  expect(body.evidence).toHaveLength(3);
  expect(body.evidence[0]).toMatchObject({ of: 'read', code: '11111+222222', plate: 'THEIRS9-IL', customer: other.customer, by: 'Lane 1' });
});

it('flags plates that are changed before each wash', async () => {
  const { customer } = await cloud.member({ plate: 'PLATE0-IL' });
  for (const [place, day] of [30, 22, 14, 6].entries()) {
    await writeAudit(cloud.database.db, {
      actor: '101',
      device: null,
      action: 'customer.saved',
      subject: `customer:${customer}`,
      before: { CustomerCode: `AAA${place}11-IL` },
      after: { CustomerCode: `BBB${place}22-IL` },
      requestId: 'test',
      at: ago(day),
    });
    await wash(customer, 12, ago(day, 3));
  }
  await examine();
  const flag = await flagOf(customer);
  expect(flag).toMatchObject({ kind: 'plate-changes', strength: 'clear' });
  const { body } = await manager.get<{ evidence: AbuseEvidence[] }>(`/abuse/flags/${flag.id}`);
  expect(body.evidence[0]).toMatchObject({ of: 'change', plate: 'AAA011-IL', code: 'BBB022-IL' });
});

it('flags an employee with many free months; the employee does not see it, and an Admin decides', async () => {
  const { db } = cloud.database;
  const adminNumber = 799;
  const admin = new ApiClient(cloud.url, await signedIn(cloud, { roles: Role.Admin, number: adminNumber }));
  const people = [...Array.from({ length: 6 }, (_none, place) => [String(900 + place), 0] as const), ['899', 12] as const];
  const sale = (seller: string, index: number) => ({
    id: `sub_${seller}_${index}`,
    kind: 'sign-up' as const,
    at: ago(20),
    day: '2026-11-01',
    site: 12,
    seller,
    subscription: `sub_${seller}_${index}`,
    customer: 'cus_1',
  });
  for (const [seller, given] of people) {
    await db
      .insertInto('plan_sale')
      .values(Array.from({ length: 30 }, (_none, index) => sale(seller, index)))
      .execute();
    if (given === 0) continue;
    const gift = () => ({
      kind: 'freeMonths' as const,
      source: randomUUID(),
      person: `staff:${seller}`,
      name: 'Ada Moore',
      members: [],
      at: ago(10),
    });
    await sql`insert into gift ${sql.raw('(kind, source, person, name, members, at)')} select kind, source, person, name, members, at
      from jsonb_populate_recordset(null::gift, ${JSON.stringify(Array.from({ length: given }, gift))}::jsonb)`.execute(db);
  }
  await examine();
  const [flag] = await list('?kind=free-months');
  expect(flag).toMatchObject({
    seller: '899',
    customer: null,
    name: 'Ada Moore',
    sentence: expect.stringMatching(/^Gave 12 free months/u) as string,
  });
  expect(await decide(flag!, 'confirmed')).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  await sql`update abuse_flag set seller = ${adminNumber}, subject = ${`seller:${adminNumber}`} where id = ${flag!.id}`.execute(db);
  expect(await list('?kind=free-months', admin)).toEqual([]);
  expect((await decide(flag!, 'confirmed', admin)).status).toBe(404);
  await sql`update abuse_flag set seller = '899', subject = 'seller:899' where id = ${flag!.id}`.execute(db);
  expect((await decide(flag!, 'confirmed', admin)).body.flag.state).toBe('confirmed');
});
