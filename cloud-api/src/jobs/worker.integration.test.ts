import { until } from '@washdesk/tests/support/until';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openLog } from '../http/log.ts';
import { oweConvergence } from './converge.store.ts';
import type { ClaimedObligation } from './obligation.ts';
import { countOverdue, owe } from './obligation.store.ts';
import { done, openDebts, payload, what, type Debts, type Perform } from './test-debts.ts';

let debts: Debts;
beforeAll(async () => {
  debts = await openDebts();
});
afterEach(() => debts.clear());
afterAll(() => debts.stop());

describe('a worker', () => {
  it('leaves to others what it cannot do, and does not call it late', async () => {
    await debts.db.transaction().execute((tx) => oweConvergence(tx, ['cus_1'], new Date()));
    await debts.db
      .updateTable('obligation')
      .set({ deadline: sql`now() - interval '1 day'` })
      .execute();
    const key = await debts.oweOne();
    debts.startWorker(async () => done);
    await debts.settled(key);
    const rows = await debts.db.selectFrom('obligation').select(['state', 'attempts']).where('kind', '=', 'converge').execute();
    expect(rows).toEqual(Array.from({ length: 3 }, () => ({ state: 'owed', attempts: 0 })));
    expect(await countOverdue(debts.db, [what])).toBe(0);
  });

  it('does not begin before what is owed is due', async () => {
    const later = {
      what,
      key: 'later',
      site: 12,
      customer: null,
      payload,
      deadlineDays: 7,
      dueInSeconds: 3_600,
      created: new Date(),
    } as const;
    await debts.db.transaction().execute((tx) => owe(tx, later));
    const key = await debts.oweOne();
    debts.startWorker(async () => done);
    await debts.settled(key);
    expect(await debts.rowOf('later')).toMatchObject({ state: 'owed', attempts: 0 });
  });

  it('does what is owed and keeps the result', async () => {
    const key = await debts.oweOne();
    const seen: ClaimedObligation[] = [];
    debts.startWorker(async (obligation) => {
      seen.push(obligation);
      return done;
    });
    expect(await debts.settled(key)).toMatchObject({ state: 'done', result: { saleId: 7 }, claimed_until: null });
    expect(seen).toMatchObject([{ what, key, site: 12, payload, attempts: 1 }]);
  });

  it('beside another does each row once', async () => {
    const keys = await Promise.all(Array.from({ length: 24 }, (_one, i) => debts.oweOne(i % 2 ? 12 : 27)));
    const performed: string[] = [];
    const perform: Perform = async ({ key }) => {
      performed.push(key);
      return done;
    };
    debts.startWorker(perform);
    debts.startWorker(perform);
    await Promise.all(keys.map(debts.settled));
    expect(performed.toSorted()).toEqual(keys.toSorted());
  });

  it('looks at once when it is poked', async () => {
    const worker = debts.startWorker(async () => done);
    const key = await debts.oweOne();
    worker.poke();
    expect(await debts.settled(key)).toMatchObject({ state: 'done', attempts: 1 });
  });

  it('puts off what cannot be done now, and says why', async () => {
    const key = await debts.oweOne();
    let tries = 0;
    debts.startWorker(async () => ((tries += 1) < 2 ? { kind: 'later', reason: 'Site 12 is offline' } : done));
    const waiting = await until('the first try', async () => ((await debts.rowOf(key)).last_error ? debts.rowOf(key) : null));
    expect(waiting).toMatchObject({ last_error: 'Site 12 is offline' });
    expect(await debts.settled(key)).toMatchObject({ state: 'done', attempts: 2, last_error: null });
  });

  it('gives up for good what the other side will never do, and leaves it to be seen', async () => {
    const key = await debts.oweOne();
    debts.startWorker(async () => ({ kind: 'refused', reason: 'The terminal is not known' }));
    expect(await debts.settled(key)).toMatchObject({ state: 'failed', last_error: 'The terminal is not known' });
  });

  it('bears an attempt that breaks', async () => {
    const [key, other] = [await debts.oweOne(), await debts.oweOne()];
    let broken = false;
    debts.startWorker(async (obligation) => {
      if (obligation.key !== key || broken) return done;
      broken = true;
      throw new Error('it broke');
    });
    expect(await debts.settled(other)).toMatchObject({ state: 'done' });
    expect(await debts.settled(key)).toMatchObject({ state: 'done', attempts: 2 });
  });

  it('shows people no inner words of an attempt that broke', async () => {
    const key = await debts.oweOne();
    const worker = debts.startWorker(async () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7:5432 as washdesk')));
    const row = await until('it is tried', async () => ((await debts.rowOf(key)).last_error ? debts.rowOf(key) : null));
    await worker.stop();
    expect(row.last_error).toBe('Something went wrong on our side');
  });

  it('finishes what it holds before it stops', async () => {
    const key = await debts.oweOne();
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const worker = debts.startWorker(async () => {
      begun.resolve();
      await gate.promise;
      return done;
    });
    await begun.promise;
    const stopped = worker.stop();
    gate.resolve();
    await stopped;
    expect(await debts.rowOf(key)).toMatchObject({ state: 'done' });
  });

  it('tells a person what is past its deadline', async () => {
    await debts.oweOne(12, -1);
    const told: object[] = [];
    const log = openLog('silent');
    log.error = (entry: object) => void told.push(entry);
    debts.startWorker(async () => ({ kind: 'later', reason: 'offline' }), log);
    await until('it is told', () => (told.length ? true : null));
    expect(told).toEqual([{ count: 1 }]);
  });
});
