import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import { afterAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createDatabase } from '@washdesk/local-servers/postgres';
import { until } from '@washdesk/test-support/until';
import { migrateToLatest, schemaCheck, type Migrations } from './migrate.ts';
import { openPool, type Pool } from './pool.ts';

const runs = (statement: string, transactional?: false): Migrations[string] => ({
  up: async (db: Kysely<unknown>) => void (await sql.raw(statement).execute(db)),
  ...(transactional === false && { transactional }),
});
const table = { '202601010000_table': runs('create table wash (plate text)') };
const index = { '202601020000_index': runs('create index concurrently wash_plate on wash (plate)', false) };
const column = { '202601030000_column': runs('alter table wash add column lane integer') };
/** Not in name order. */
const all: Migrations = { ...column, ...index, ...table };
const inOrder = ['202601010000_table', '202601020000_index', '202601030000_column'];

const opened: Pool[] = [];
let pools: Pool[];

/** Two processes on one empty database. */
beforeEach(async () => {
  const url = new URL(inject('postgresUrl'));
  const name = `migrate_${randomUUID().replaceAll('-', '')}`;
  await createDatabase(url.href, name);
  url.pathname = `/${name}`;
  pools = [1, 2].map(() => openPool(url.href, (error) => console.error(error), 4));
  opened.push(...pools);
});
afterAll(() => Promise.all(opened.map((pool) => pool.stop())));

const names = async (): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(pools[0]!.db);
  return rows.map(({ name }) => name);
};

describe('migrations', () => {
  it('run in the order of their names, those that build indexes concurrently outside a transaction', async () => {
    expect(await migrateToLatest(pools[0]!.db, all)).toEqual(inOrder);
    expect(await names()).toEqual(inOrder);
    const { rows } = await sql`select from pg_index where indexrelid = 'wash_plate'::regclass and indisvalid`.execute(pools[0]!.db);
    expect(rows).toHaveLength(1);
  });

  it('run once where two programs begin at the same time', async () => {
    await migrateToLatest(pools[0]!.db, table);
    const ran = await Promise.all(pools.map(({ db }) => migrateToLatest(db, all)));
    expect(ran.flat().toSorted()).toEqual(inOrder.slice(1));
  });

  it('of the product build its schema, run no more when all have, and leave the pool its limit for a statement', async () => {
    const { db } = pools[0]!;
    const ran = await migrateToLatest(db);
    expect(ran).toEqual(await names());
    expect(ran).toContain('202611260000_first');
    expect(await migrateToLatest(db)).toEqual([]);
    const { rows } = await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(db);
    expect(rows).toEqual([{ limit: '15s' }]);
  });

  it('wait for a long reader without blocking others', async () => {
    const [migrating, serving] = pools as [Pool, Pool];
    await migrateToLatest(migrating.db, table);
    const reader = await serving.raw.connect();
    await reader.query('begin; select * from wash');
    const migrated = migrateToLatest(migrating.db, all);
    await until('the schema change waits for the reader', async () => {
      const { rows } = await serving.raw.query(`select from pg_locks where mode = 'AccessExclusiveLock' and not granted and database =
        (select oid from pg_database where datname = current_database())`);
      return rows.length || null;
    });
    await serving.raw.query('select * from wash');
    await reader.query('commit');
    reader.release();
    expect(await migrated).toEqual(inOrder.slice(1));
  });

  it('of this release that are missing make it unready', async () => {
    const { db } = pools[0]!;
    const check = schemaCheck(db);
    await expect(check()).rejects.toThrow('Run migrate; missing: 202611260000_first');
    await migrateToLatest(db);
    await check();
  });

  it('change nothing in one transaction with a migration that fails', async () => {
    const failing = { '202601040000_failing': runs('alter table wash add column lane integer') };
    await migrateToLatest(pools[0]!.db, { ...table, ...index });
    await expect(migrateToLatest(pools[0]!.db, { ...all, ...failing })).rejects.toThrow('already exists');
    expect(await names()).toEqual(inOrder.slice(0, 2));
    expect(await migrateToLatest(pools[0]!.db, all)).toEqual(['202601030000_column']);
  });

  it('refuse a database that has a migration of another release', async () => {
    await migrateToLatest(pools[0]!.db, all);
    await expect(migrateToLatest(pools[0]!.db, { ...table, ...index })).rejects.toThrow(
      'The database has the migration 202601030000_column, which this release does not have.',
    );
    expect(await names()).toEqual(inOrder);
  });
});
