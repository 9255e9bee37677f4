import { afterAll, beforeAll, expect, it } from 'vitest';
import { programPrincipal } from '../../../common/caller.ts';
import { freshDatabase, type TestDatabase } from '../../../testing/database.ts';
import { NumberLookups } from './number-lookups.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.stop());

const alerts: string[] = [];
const lookups = () => new NumberLookups({ db: database.db, clock: { now: () => new Date() }, alert: (kind) => alerts.push(kind) });
const person = (id: string) => programPrincipal(id, 'Luis', 'request');

it('stops a person who counts through numbers after fifteen unknown ones, at any process, and tells Admins once', async () => {
  for (let turn = 0; turn < 15; turn += 1) await lookups().begin(person('counter'));
  for (let turn = 0; turn < 5; turn += 1)
    await expect(lookups().begin(person('counter'))).rejects.toMatchObject({ status: 429, code: 'too_many_lookups' });
  expect(alerts).toEqual(['numbers.counted']);
  await expect(lookups().begin(person('another'))).resolves.toBeDefined();
});

it('lets a counter read sixty known cards an hour', async () => {
  for (let turn = 0; turn < 60; turn += 1) {
    const found = await lookups().begin(person('honest'));
    await found();
  }
  await expect(lookups().begin(person('honest'))).rejects.toMatchObject({ status: 429 });
});
