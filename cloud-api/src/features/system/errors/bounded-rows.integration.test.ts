import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../../../testing/database.ts';
import { storeSeen } from '../client-metrics/client-metrics.store.ts';
import { insertError } from './errors.store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.stop());

const minutes = (count: number): Date => new Date(Date.parse('2026-11-21T12:00:00Z') + count * 60_000);

it('reported errors of all users together are bounded, the oldest are removed', async () => {
  for (let turn = 0; turn < 8; turn += 1) {
    const report = { id: crypto.randomUUID(), at: minutes(turn), message: String(turn), stack: null, component_stack: null };
    await insertError(database.db, { ...report, path: null, principal: null, device: null }, 5);
  }
  const rows = await database.db.selectFrom('client_error').select('message').orderBy('at').execute();
  expect(rows.map(({ message }) => message)).toEqual(['3', '4', '5', '6', '7']);
});

it('clients of all addresses together are bounded, those not seen for longest are removed', async () => {
  const seen = (turn: number) => ({
    address: `203.0.113.${turn}`,
    userAgent: 'x',
    at: minutes(turn),
    times: [1],
    device: null,
    program: null,
  });
  await storeSeen(
    database.db,
    Array.from({ length: 8 }, (_, turn) => seen(turn)),
    5,
  );
  const rows = await database.db.selectFrom('client_metric').select('address').orderBy('last_access').execute();
  expect(rows.map(({ address }) => address)).toEqual([3, 4, 5, 6, 7].map((turn) => `203.0.113.${turn}`));
});
