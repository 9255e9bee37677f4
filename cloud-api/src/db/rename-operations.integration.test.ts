import { createDatabase } from '@washdesk/local-servers/postgres';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { migrateTo, migrateToLatest } from './migrate.ts';
import { openPool, type Pool } from './pool.ts';

/** The last schema of the release in which operations were named deeds. */
const oldRelease = '202611220600_woken_obligation';
const begun = '01900000-0000-7000-8000-000000000001';
const late = '01900000-0000-7000-8000-000000000002';

let pool: Pool;

const insertDeed = (id: string, key: string) => sql`
  insert into deed (id, kind, scope, route, key, request_hash, by, state, runs, claimed_until, due)
  values (${id}, 'charge.refund', 'employee:101', '/refund', ${key}, '\\x00', '{}', 'intended', 1, now(), now())
  on conflict do nothing returning *`;
const insertObligation = (key: string, payload: object) => sql`
  insert into obligation (id, kind, what, key, payload, state, due, deadline, created)
  values (gen_random_uuid(), 'once', 'checkout.complete', ${key}, ${JSON.stringify(payload)}, 'owed', now(), now(), now())
  on conflict (what, key) do update set state = 'owed'`;
const insertClaim = (code: string, deed: string) =>
  sql`insert into code_claim (code, customer, deed, claimed) values (${code}, 'cus_1', ${deed}, now())`;

beforeAll(async () => {
  const url = new URL(inject('postgresUrl'));
  await createDatabase(url.href, 'renamed_operations');
  url.pathname = '/renamed_operations';
  pool = openPool(url.href, (error) => console.error(error));
  await migrateTo(pool.db, oldRelease);
  await insertDeed(begun, 'key-of-old-release').execute(pool.db);
  await insertObligation('owed-before', { deed: begun }).execute(pool.db);
  await insertClaim('OLD-1', begun).execute(pool.db);
  await migrateToLatest(pool.db);
});
afterAll(() => pool.stop());

it('keeps what was begun, with the metadata key that its repeated requests need', async () => {
  const row = await pool.db.selectFrom('operation').select(['state', 'metadata_key']).where('id', '=', begun).executeTakeFirst();
  expect(row).toEqual({ state: 'started', metadata_key: 'deed' });
  const job = await pool.db.selectFrom('job').select(['state', 'payload']).where('key', '=', 'owed-before').executeTakeFirst();
  expect(job).toEqual({ state: 'pending', payload: { operation: begun } });
  const claim = await pool.db.selectFrom('code_claim').select('operation').where('code', '=', 'OLD-1').executeTakeFirst();
  expect(claim).toEqual({ operation: begun });
});

it('takes what a process of the old release still writes', async () => {
  await insertDeed(late, 'key-during-the-deploy').execute(pool.db);
  await insertObligation('owed-during-the-deploy', {}).execute(pool.db);
  await insertObligation('owed-during-the-deploy', {}).execute(pool.db);
  await insertClaim('OLD-2', late).execute(pool.db);
  const row = await pool.db.selectFrom('operation').select(['state', 'metadata_key']).where('id', '=', late).executeTakeFirst();
  expect(row).toEqual({ state: 'started', metadata_key: 'deed' });
  const jobs = await pool.db.selectFrom('job').select('state').where('key', '=', 'owed-during-the-deploy').execute();
  expect(jobs).toEqual([{ state: 'pending' }]);
  const claim = await pool.db.selectFrom('code_claim').select('operation').where('code', '=', 'OLD-2').executeTakeFirst();
  expect(claim).toEqual({ operation: late });
});

it('writes the new name for what begins now', async () => {
  const id = '01900000-0000-7000-8000-000000000003';
  await sql`insert into operation (id, kind, scope, route, key, request_hash, by, state, runs, claimed_until, due)
    values (${id}, 'charge.refund', 'employee:101', '/refund', 'new-key', '\\x00', '{}', 'started', 1, now(), now())`.execute(pool.db);
  const row = await pool.db.selectFrom('operation').select('metadata_key').where('id', '=', id).executeTakeFirst();
  expect(row).toEqual({ metadata_key: 'operation' });
});
