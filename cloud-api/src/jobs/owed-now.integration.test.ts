import { randomUUID } from 'node:crypto';
import { freshDatabase, insertSites, type TestDatabase } from '@washdesk/tests/support/database';
import { until } from '@washdesk/tests/support/until';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openLog } from '../http/log.ts';
import { Attempts } from './attempts.ts';
import type { Attempt, ClaimedObligation } from './obligation.ts';
import { claimDue, owe } from './obligation.store.ts';
import { OwedNow } from './owed-now.ts';

const what = 'message.send';
const at = new Date('2026-11-21T12:00:00Z');

let database: TestDatabase;
let performed: string[];
let perform: (obligation: ClaimedObligation) => Promise<Attempt>;
let owedNow: OwedNow;

beforeAll(async () => {
  database = await freshDatabase();
  await insertSites(database);
  const performers = { [what]: (one: ClaimedObligation) => perform(one) };
  owedNow = new OwedNow({ db: database.db, attempts: new Attempts({ db: database.db, performers, log: openLog('silent') }) });
});
afterAll(() => database.stop());
beforeEach(() => {
  performed = [];
  perform = async ({ key }) => {
    performed.push(key);
    return { kind: 'done', result: { sent: true } };
  };
});

async function oweOne(dueInSeconds = 0): Promise<string> {
  const key = randomUUID();
  const row = { what, key, site: null, customer: 'cus_1', payload: { message: key }, deadlineDays: 7, dueInSeconds, created: at } as const;
  await database.db.transaction().execute((tx) => owe(tx, row));
  return key;
}

describe('what is wanted done now', () => {
  it('is done at once, even where its time has not come, and once', async () => {
    const key = await oweOne(3_600);
    expect(await owedNow.done(what, key)).toEqual({ sent: true });
    expect(await owedNow.done(what, key)).toEqual({ sent: true });
    expect(performed).toEqual([key]);
  });

  it('is done once for several who want it at the same time', async () => {
    const key = await oweOne();
    const answers = await Promise.all([1, 2, 3, 4].map(() => owedNow.done(what, key)));
    expect(answers).toEqual(Array.from({ length: 4 }, () => ({ sent: true })));
    expect(performed).toEqual([key]);
  });

  it('is waited for while a worker holds it', async () => {
    const key = await oweOne();
    const [held] = await claimDue(database.db, [what], 100);
    expect(held?.key).toBe(key);
    const waiting = owedNow.done(what, key);
    perform = async () => ({ kind: 'done', result: { sent: 'by the worker' } });
    await new Attempts({ db: database.db, performers: { [what]: perform }, log: openLog('silent') }).make(held!);
    expect(await waiting).toEqual({ sent: 'by the worker' });
    expect(performed).toEqual([]);
  });

  it('stays owed where it cannot be done now, and says why', async () => {
    const key = await oweOne();
    perform = async () => ({ kind: 'later', reason: 'The provider is away' });
    await expect(owedNow.done(what, key)).rejects.toMatchObject({ status: 503, code: 'still_owed', message: 'The provider is away' });
    perform = async () => ({ kind: 'done', result: {} });
    await until('it is done by a later call', async () => ((await owedNow.attempt(what, key))?.kind === 'done' ? true : null));
  });

  it('is refused for good, now and whenever it is asked for again', async () => {
    const key = await oweOne();
    perform = async () => ({ kind: 'refused', reason: 'No such number' });
    for (const _time of [1, 2]) {
      await expect(owedNow.done(what, key)).rejects.toMatchObject({ status: 409, code: 'refused', message: 'No such number' });
    }
  });

  it('is nothing that was never owed', async () => {
    await expect(owedNow.done(what, randomUUID())).rejects.toMatchObject({ status: 404, code: 'nothing_owed' });
  });
});
