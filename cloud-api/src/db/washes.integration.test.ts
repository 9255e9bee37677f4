import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, insertSites, type TestDatabase } from '../testing/database.ts';
import { newestWashes } from './washes.ts';

const customer = 'cus_1';
let database: TestDatabase;

/** One wash per day for 400 days; and three sales of a register: newer than all of them, of the tenth day, and older than all. */
beforeAll(async () => {
  database = await freshDatabase();
  await insertSites(database);
  const { db } = database;
  await sql`
    insert into usage (id, customer, code, plan_name, site, source, at)
    select gen_random_uuid(), ${customer}, 'ABC1-IL', 'Super Kiss', 12, 'redeem', '2026-11-20T12:00:00Z'::timestamptz - n * interval '1 day'
    from generate_series(1, 400) n`.execute(db);
  await sql`
    insert into usage (id, customer, code, plan_name, site, source, at)
    values (${randomUUID()}, 'cus_2', 'XYZ1-IL', 'Super Kiss', 12, 'redeem', '2026-11-20T13:00:00Z')`.execute(db);
  await sql`
    insert into sitewatch_sale (site, sale_id, customer, plan_name, total, tax, status, at)
    values (12, 1, ${customer}, 'Kiss', 0, 0, 0, '2026-11-20T12:00:00Z'), (12, 2, ${customer}, 'Kiss', 0, 0, 0, '2026-11-10T12:00:00Z'),
      (12, 3, ${customer}, 'Kiss', 0, 0, 0, '2020-01-01T12:00:00Z'), (12, 4, ${customer}, 'Kiss', 0, 0, 2, '2026-11-20T12:00:00Z')`.execute(
    db,
  );
  await sql`analyze`.execute(db);
});
afterAll(() => database.stop());

async function daysOf(count: number, before: Date | null = null): Promise<string[]> {
  const { rows } = await sql<{
    at: Date;
  }>`select at from (${newestWashes(customer, count, before)}) w order by at desc limit ${count}`.execute(database.db);
  return rows.map(({ at }) => at.toISOString().slice(0, 10));
}

describe('the newest washes', () => {
  it('are those of usages and sales together, the voided ones left out', async () => {
    expect(await daysOf(3)).toEqual(['2026-11-20', '2026-11-19', '2026-11-18']);
    expect((await daysOf(14)).filter((day) => day === '2026-11-10')).toHaveLength(2);
  });

  it('reach back to the oldest where more are asked for than there are', async () => {
    const days = await daysOf(1_000);
    expect([days.length, days.at(-1)]).toEqual([403, '2020-01-01']);
  });

  it('go as far back as a page behind an instant needs', async () => {
    const before = new Date('2026-11-15T12:00:00Z');
    const older = (await daysOf(1_000, before)).filter((day) => day < '2026-11-15');
    expect((await daysOf(20, before)).length).toBe(20);
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from (${newestWashes(customer, 20, before)}) w where at < ${before}`.execute(database.db);
    expect(rows[0]!.count).toBeGreaterThanOrEqual(20);
    expect(rows[0]!.count).toBeLessThan(older.length);
  });

  it('are found without reading the older ones', async () => {
    interface Node {
      'Relation Name'?: string;
      'Actual Rows': number;
      Plans?: Node[];
    }
    const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
    const plan = await database.db.transaction().execute(async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx);
      const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Node }] }>`
        explain (analyze, format json) ${newestWashes(customer, 31)}`.execute(tx);
      return nodesOf(rows[0]!['QUERY PLAN'][0].Plan);
    });
    const ofUsages = plan.filter((node) => node['Relation Name'] === 'usage').map((node) => node['Actual Rows']);
    expect(ofUsages.length).toBeGreaterThan(0);
    expect(Math.max(...ofUsages)).toBeLessThanOrEqual(31);
  });
});
