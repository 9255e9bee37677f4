import { createDatabase } from '@washdesk/local-servers/postgres';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { migrateTo, migrateToLatest } from './migrate.ts';
import { openPool, type Pool } from './pool.ts';

const firstOfAll = '202611210400_sites';

let pools: Pool[];

/** Two programs on one empty database. */
beforeAll(async () => {
  const url = new URL(inject('postgresUrl'));
  const name = `migrate_${randomUUID().replaceAll('-', '')}`;
  await createDatabase(url.href, name);
  url.pathname = `/${name}`;
  pools = [1, 2].map(() => openPool(url.href, (error) => console.error(error), 4));
});
afterAll(() => Promise.all(pools.map((pool) => pool.stop())));

const names = async (): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(pools[0]!.db);
  return rows.map(({ name }) => name);
};

describe('migrations', () => {
  it('stop at the one that is named', async () => {
    expect(await migrateTo(pools[0]!.db, firstOfAll)).toEqual([firstOfAll]);
    expect(await names()).toEqual([firstOfAll]);
  });

  it('run once where two programs begin at the same time, those that build indexes concurrently too', async () => {
    const ran = await Promise.all(pools.map(({ db }) => migrateToLatest(db)));
    expect(ran.flat().toSorted()).toEqual((await names()).filter((name) => name !== firstOfAll));
    const { rows } = await sql<{ name: string }>`select indexrelid::regclass::text as name from pg_index where not indisvalid`.execute(
      pools[0]!.db,
    );
    expect(rows).toEqual([]);
  });

  it('run no more when all have', async () => {
    expect(await migrateToLatest(pools[0]!.db)).toEqual([]);
  });

  it('leave the pool its limit for a statement', async () => {
    const { rows } = await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(pools[0]!.db);
    expect(rows).toEqual([{ limit: '15s' }]);
  });
});
