import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../testing/database.ts';
import { countUpToCap } from './capped-count.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.stop());

it.each([
  [0, { count: 0, more: false }],
  [999, { count: 999, more: false }],
  [1_000, { count: 1_000, more: false }],
  [1_001, { count: 1_000, more: true }],
  [50_000, { count: 1_000, more: true }],
])('counts %i rows up to 1,000 and says whether there are more', async (rows, counted) => {
  expect(await countUpToCap(database.db, sql`select from generate_series(1, ${rows}::int)`)).toEqual(counted);
});
