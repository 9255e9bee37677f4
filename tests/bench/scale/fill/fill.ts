import pg from 'pg';
import { historyTables } from './history.ts';
import { memberFacts, memberTables, moreSites } from './members.ts';
import { moneyTables } from './money.ts';
import type { Size, TableFilling } from './plan.ts';

/** Referenced tables cannot be emptied, and rows that calls add automatically would be duplicated: these keep rows and indexes. */
const referredTo = new Set(['operation', 'loyalty_member', 'loyalty_card']);

async function connected<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // triggers and foreign keys guard against program errors; the millions of rows made here are correct
    await client.query('set session_replication_role = replica');
    await client.query("set maintenance_work_mem = '1GB'; set work_mem = '256MB'; set jit = off");
    return await work(client);
  } finally {
    await client.end();
  }
}

async function dropIndexes(client: pg.Client, table: string): Promise<string[]> {
  const { rows: constraints } = await client.query<{ name: string; definition: string }>(
    "select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint where conrelid = $1::regclass and contype in ('p', 'u')",
    [table],
  );
  for (const { name } of constraints) await client.query(`alter table ${table} drop constraint ${name}`);
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    'select indexname as name, indexdef as definition from pg_indexes where schemaname = current_schema and tablename = $1',
    [table],
  );
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  return [
    ...constraints.map(({ name, definition }) => `alter table ${table} add constraint ${name} ${definition}`),
    ...indexes.map(({ definition }) => definition),
  ];
}

/**
 * Fills one table in a transaction that also creates new files for it and builds its indexes afterwards: nothing goes through the log
 * (`wal_level = minimal`), and each index is sorted once.
 */
async function fillTable(url: string, { table, statements }: TableFilling): Promise<void> {
  await connected(url, async (client) => {
    await client.query('begin');
    const { rowCount } = await client.query('insert into bench.filled (name) values ($1) on conflict do nothing', [table]);
    if (!rowCount) return void (await client.query('rollback'));
    const rebuild: string[] = [];
    if (!referredTo.has(table)) {
      await client.query(`create temp table kept on commit drop as select * from ${table}`);
      await client.query(`truncate ${table}`);
      rebuild.push(...(await dropIndexes(client, table)));
      await client.query(`insert into ${table} select * from kept`);
    }
    for (const statement of statements) await client.query(statement);
    for (const statement of rebuild) await client.query(statement);
    await client.query('commit');
    await client.query(`vacuum (freeze, analyze) ${table}`);
  });
}

/** Fills tables in order if one needs the previous one: seals need the audit rows. */
async function fillInTurn(url: string, tables: readonly TableFilling[], log: (line: string) => void): Promise<void> {
  for (const filling of tables) {
    const began = performance.now();
    await fillTable(url, filling);
    log(`  ${filling.table} filled in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
  }
}

/** Adds the members of a large company, with all their data, to the seeded database. Rows of an earlier run stay. */
export async function fillDatabase(url: string, size: Size, log: (line: string) => void): Promise<void> {
  await connected(url, async (client) => {
    await client.query('create schema if not exists bench; create table if not exists bench.filled (name text primary key)');
    await client.query('begin');
    const { rowCount } = await client.query("insert into bench.filled (name) values ('bench.member') on conflict do nothing");
    if (rowCount) for (const statement of [...moreSites, ...memberFacts(size)]) await client.query(statement);
    await client.query('commit');
  });
  // two parallel lanes of about the same duration
  const [charges, ...otherMoney] = moneyTables;
  await Promise.all([fillInTurn(url, [...memberTables, charges!, ...otherMoney], log), fillInTurn(url, historyTables, log)]);
  await connected(url, (client) => client.query('vacuum analyze'));
}
