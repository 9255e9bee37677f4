import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { argon2Hasher } from '@washdesk/cloud-api/adapters/argon2/argon2-hasher';
import { hashOfRequest } from '@washdesk/cloud-api/common/request-hash';
import { migrateToLatest } from '@washdesk/cloud-api/db/migrate';
import { openPool } from '@washdesk/cloud-api/db/pool';
import { readAgreement } from '@washdesk/cloud-api/documents/agreement';
import { readReceiptFacts } from '@washdesk/cloud-api/documents/receipt-facts';
import { createDatabase, startPostgres } from '@washdesk/local-servers/postgres';
import { makeCompany } from '@washdesk/simulators/company/company';
import { seedCloud } from './seed-cloud.ts';

const company = makeCompany({ now: new Date('2026-11-21T15:30:00Z'), members: 300 });

type Row = Record<string, unknown>;
let query: (sql: string, parameters?: unknown[]) => Promise<Row[]>;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'washdesk-seed-'));
  const server = await startPostgres({ folder });
  await createDatabase(server.url(), 'seeded');
  const pool = openPool(server.url('seeded'), (error) => {
    throw error;
  });
  await migrateToLatest(pool.db);
  await pool.stop();
  await seedCloud(server.url('seeded'), company);
  const client = new pg.Client({ connectionString: server.url('seeded') });
  await client.connect();
  query = async (sql, parameters) => (await client.query<Row>(sql, parameters)).rows;
  return async () => {
    await client.end();
    await server.stop();
    await rm(folder, { recursive: true });
  };
});

describe('the seeded cloud', () => {
  it('has traces of cars that are lists of steps', async () => {
    const rows = await query(`select jsonb_typeof(hops) as type, count(*)::integer from lane_trace group by 1`, []);
    expect(rows).toEqual([{ type: 'array', count: expect.any(Number) as number }]);
  });

  it('lets the staff and the agents in, and keeps none of their secrets', async () => {
    const alex = company.logins.find(({ username }) => username === 'alex')!;
    const [row] = await query('select * from staff where username = $1', ['alex']);
    expect(row).toMatchObject({ employee_number: 3242, name: 'Alex Moreau', roles: 256, active: true });
    const { verify } = argon2Hasher();
    expect(await verify(String(row?.['password_hash']), alex.password)).toBe(true);
    expect(await verify(String(row?.['pin_hash']), alex.pin)).toBe(true);
    expect(JSON.stringify(row)).not.toContain(alex.password);
    expect(await query('select client_id, site from service_account order by site')).toEqual([
      { client_id: 'agent-12', site: 12 },
      { client_id: 'agent-27', site: 27 },
    ]);
  });

  it('has gifts of the last two months, for the reports', async () => {
    expect(await query('select count(*)::int as n, count(distinct kind)::int as kinds from gift')).toEqual([
      { n: 120 + company.abuse.freeMonths.length, kinds: 5 },
    ]);
  });

  it('has an account-found answer for each one that a day counts', async () => {
    const counted = await query('select day::text, attempts from online_attempt order by day');
    expect(counted.length).toBeGreaterThan(60);
    const answers = `select (a.at at time zone s.time_zone)::date::text as day, count(*)::int as attempts
      from online_account_found a join site s on s.number = a.site group by 1 order by 1`;
    expect(await query(answers)).toEqual(counted);
  });

  it('holds every wash with its plan, sale and subscription', async () => {
    expect(await query('select count(*)::int as n from usage')).toEqual([{ n: company.washes.length }]);
    expect(await query('select sum(returns)::int as n from usage_month')).toEqual([
      { n: company.monthlyUsage.reduce((sum, { returns }) => sum + returns, 0) },
    ]);
    const wash = company.washes.find(({ customer }) => customer === company.edgeCases.redUsage.customer)!;
    const [row] = await query('select * from usage where id = $1', [wash.id]);
    expect(row).toMatchObject({
      customer: wash.customer,
      site: wash.site,
      sale_id: wash.saleId,
      source: 'redeem',
      plan_name: 'Super Kiss',
      price_increase: false,
    });
    expect(row?.['subscription']).toMatch(/^sub_/);
    expect(row?.['at']).toEqual(new Date(wash.at));
  });

  it('has the switches of part 1 on, the promos, and the note that pops up', async () => {
    expect(await query('select name from flag where value order by position')).toEqual([
      { name: 'redeemInterface' },
      { name: 'gatecontrol' },
      { name: 'dxtrfid' },
      { name: 'platecameras' },
    ]);
    expect(await query('select count(*)::int as n from promo where active')).toEqual([{ n: 2 }]);
    const { customer } = company.edgeCases.attentionNote;
    expect(await query('select note from note where attention and customer = $1', [customer])).toEqual([
      { note: 'Card reported stolen: ask for a new one.' },
    ]);
  });

  it('remembers the customer whom Stripe has deleted', async () => {
    expect(await query('select id, plate, deleted_at from mirror_customer')).toEqual([
      { id: company.edgeCases.deleted.customer, plate: company.edgeCases.deleted.code, deleted_at: null },
    ]);
  });

  it('knows the employees of both sites, those without a staff row too', async () => {
    expect(await query('select count(*)::int as n from site_employee where number = 201')).toEqual([{ n: 2 }]);
    expect(await query('select time_zone from site where number = 27')).toEqual([{ time_zone: 'America/Chicago' }]);
  });

  it('has the paper of recent sign-ups, signed by nearly all', async () => {
    const { signed, signaturePending } = company.edgeCases;
    const sql = `select s.state, s.image, r.facts from signature s join receipt r on r.id = s.receipt where s.customer = $1`;
    const [one] = await query(sql, [signed.customer]);
    expect(one).toMatchObject({ state: 'signed', facts: { plan: 'Super Kiss', price: 2999, total: 3261, duration: 6 } });
    expect((one!['image'] as Buffer).subarray(1, 4).toString()).toBe('PNG');
    const [other] = await query(sql, [signaturePending.customer]);
    expect(other).toMatchObject({ state: 'pending', image: null });
    expect(await query("select count(*)::int as n from signature where state = 'pending'")).toEqual([{ n: 1 }]);
  });

  it('keeps a signed agreement under the hash that the product would give it', async () => {
    const rows = await query('select agreement, agreement_hash from signature');
    expect(rows.length).toBeGreaterThan(20);
    for (const { agreement, agreement_hash } of rows) expect(hashOfRequest(agreement)).toEqual(agreement_hash);
  });

  it('stores receipts and agreements as the product reads them', async () => {
    const [agreement] = await query('select agreement from signature limit 1');
    const [receipt] = await query("select facts from receipt where kind = 'signup' limit 1");
    expect(readAgreement(agreement!['agreement'] as object)).toMatchObject({ employee: expect.any(String) });
    expect(readReceiptFacts('signup', receipt!['facts'] as object)).toMatchObject({ plan: expect.any(String) });
  });

  it('has three pages of notes about one member, the oldest of last year or before', async () => {
    const { customer } = company.edgeCases.manyNotes;
    const [notes] = await query('select count(*)::int as n, min(created) as oldest from note where customer = $1', [customer]);
    expect(notes?.['n']).toBeGreaterThan(100);
    expect((notes!['oldest'] as Date).getTime()).toBeLessThan(Date.parse('2025-11-21'));
  });

  it('knows who wants no messages, and whose loyalty card is whose', async () => {
    const { optedOut } = company.edgeCases;
    const member = company.members.find(({ id }) => id === optedOut.customer)!;
    const addresses = [`+1${member.phone}`, member.email];
    expect(await query('select channel from message_opt_out where address = any($1) order by channel', [addresses])).toEqual([
      { channel: 'email' },
      { channel: 'sms' },
    ]);
    const cards = company.members.filter(({ theCard, deleted }) => theCard !== null && !deleted);
    expect(await query('select count(*)::int as n from loyalty_card')).toEqual([{ n: cards.length }]);
  });
});
