import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { undeclared } from '../features/members/privacy/personal-rows.store.ts';
import { freshDatabase, type TestDatabase } from '../testing/database.ts';
import type { PersonalTable } from './personal-data.ts';

const source = join(import.meta.dirname, '..');

/** Every declaration, read from the files beside the tables' types. */
async function declaredTables(): Promise<Record<string, PersonalTable>> {
  const files = globSync('**/*.ts', { cwd: source }).filter(
    (file) => !file.endsWith('.test.ts') && readFileSync(join(source, file), 'utf8').includes('export const personalData'),
  );
  const modules = await Promise.all(files.map(async (file) => (await import(join(source, file))) as { personalData: object }));
  return Object.assign({}, ...modules.map(({ personalData }) => personalData)) as Record<string, PersonalTable>;
}

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.stop());

it('every column of every table is declared as personal or not, beside its type', async () => {
  expect(await undeclared(database.db, await declaredTables())).toEqual([]);
});

it('a new table, a new column and a declaration of nothing are named', async () => {
  const { note: _, ...declared } = await declaredTables();
  const { message } = declared;
  const incomplete = { ...declared, message: { ...message!, personal: ['recipient'] }, invention: { plain: ['id'] } };
  expect(await undeclared(database.db, incomplete)).toEqual([
    'invention',
    'message.html',
    'message.reason',
    'message.subject',
    'message.text',
    'message.unsubscribe',
    'note',
  ]);
});

it('every table with personal columns says whose its rows are and how they are erased', async () => {
  const tables = Object.entries(await declaredTables()).filter(([, { personal, customer }]) => personal?.length || customer);
  const silent = tables.filter(([, { erase }]) => erase === undefined).map(([table]) => table);
  expect(silent).toEqual([]);
  // a picture without a name, removed after a year; an erasure empties its own row
  const unowned = tables.filter(([, { customer, also }]) => !customer && !also).map(([table]) => table);
  expect(unowned.toSorted()).toEqual(['erasure', 'wash_coupon']);
});
