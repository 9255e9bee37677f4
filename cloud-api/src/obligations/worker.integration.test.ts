import { randomUUID } from 'node:crypto';
import { freshDatabase, insertSites, type TestDatabase } from '@washdesk/tests/support/database';
import { until } from '@washdesk/tests/support/until';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openLog } from '../http/log.ts';
import { oweConvergence } from './converge.store.ts';
import type { Attempt, ClaimedObligation } from './obligation.ts';
import { claimDue, countOverdue, giveUp, owe, postpone, settle } from './obligation.store.ts';
import { Attempts } from './attempts.ts';
import { ObligationWorker } from './worker.ts';

let database: TestDatabase;
let workers: ObligationWorker[];

beforeAll(async () => {
  database = await freshDatabase();
  await insertSites(database);
});
afterAll(() => database.stop());
beforeEach(() => {
  workers = [];
});
afterEach(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
  await database.db.deleteFrom('obligation').execute();
});

const what = 'sitewatch.record-usage';
const payload = {
  code: 'ABC123-IL',
  planName: 'Super Kiss',
  productClass: null,
  terminal: null,
  employee: 101,
  at: '2026-11-21T12:00:00.000Z',
};
const done: Attempt = { kind: 'done', result: { saleId: 7 } };

async function oweOne(site = 12, deadlineDays = 7): Promise<string> {
  const key = randomUUID();
  await database.db
    .transaction()
    .execute((tx) => owe(tx, { what, key, site, customer: 'cus_1', payload, deadlineDays, created: new Date('2026-11-21T12:00:00Z') }));
  return key;
}

const rowOf = (key: string) => database.db.selectFrom('obligation').selectAll().where('key', '=', key).executeTakeFirstOrThrow();
const settled = (key: string) =>
  until('the row is settled', async () => {
    const row = await rowOf(key);
    return row.state === 'owed' ? null : row;
  });

type Perform = (obligation: ClaimedObligation) => Promise<Attempt>;

function startWorker(perform: Perform, log = openLog('silent')): ObligationWorker {
  const worker = new ObligationWorker({
    db: database.db,
    attempts: new Attempts({ db: database.db, performers: { [what]: perform }, log }),
    log,
  });
  workers.push(worker);
  worker.start();
  return worker;
}

describe('what is owed', () => {
  it('is owed once, however often it is said', async () => {
    const key = await oweOne();
    const owed = { what, key, site: 12, customer: 'cus_1', deadlineDays: 7, created: new Date() } as const;
    await database.db.transaction().execute((tx) => owe(tx, { ...owed, payload: { ...payload, code: 'OTHER-IL' } }));
    expect(await database.db.selectFrom('obligation').select('payload').execute()).toEqual([{ payload }]);
  });

  it('is owed only if the transaction that owes it commits', async () => {
    const broken = database.db.transaction().execute(async (tx) => {
      await owe(tx, { what, key: 'never', site: 12, customer: null, payload, deadlineDays: 7, created: new Date() });
      throw new Error('the act itself failed');
    });
    await expect(broken).rejects.toThrow('the act itself failed');
    expect(await database.db.selectFrom('obligation').selectAll().execute()).toEqual([]);
  });
});

describe('claiming', () => {
  it('gives each row to one of several workers', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, (_one, i) => oweOne(i % 2 ? 12 : 27)));
    const claims = await Promise.all(Array.from({ length: 6 }, () => claimDue(database.db, [what], 5)));
    const claimed = claims.flat().map(({ key }) => key);
    expect(new Set(claimed).size).toBe(claimed.length);
    expect(keys).toEqual(expect.arrayContaining(claimed));
  });

  it('waits for nobody who holds a row', async () => {
    const [held, free] = [await oweOne(), await oweOne()];
    await database.db.transaction().execute(async (tx) => {
      await tx.selectFrom('obligation').select('id').where('key', '=', held).forUpdate().execute();
      expect((await claimDue(database.db, [what], 16)).map(({ key }) => key)).toEqual([free]);
    });
  });

  it('takes over what a dead worker held, after its time and not before', async () => {
    const key = await oweOne();
    expect(await claimDue(database.db, [what], 16)).toMatchObject([{ key, attempts: 1 }]);
    expect(await claimDue(database.db, [what], 16)).toEqual([]);
    await database.db
      .updateTable('obligation')
      .set({ claimed_until: sql`now() - interval '1 second'` })
      .execute();
    expect(await claimDue(database.db, [what], 16)).toMatchObject([{ key, attempts: 2 }]);
  });

  it('leaves room for other sites beside one that is owed much', async () => {
    await Promise.all(Array.from({ length: 30 }, () => oweOne(12)));
    const other = await oweOne(27);
    const claimed = await claimDue(database.db, [what], 16);
    expect(claimed.map(({ key }) => key)).toContain(other);
    expect(claimed.filter(({ site }) => site === 12)).toHaveLength(8);
  });

  it('gives one kind that goes to no site no more than its share', async () => {
    const created = new Date();
    const message = (key: string) =>
      ({ what: 'message.send', key, site: null, customer: null, payload: { message: key }, created }) as const;
    await database.db.transaction().execute(async (tx) => {
      for (let i = 0; i < 12; i += 1) await owe(tx, { ...message(`${i}`), deadlineDays: 1 });
      await oweConvergence(tx, ['cus_1'], created);
    });
    const claimed = await claimDue(database.db, ['message.send', 'converge.loyalty'], 9);
    expect(claimed.map(({ what: name }) => name)).toContain('converge.loyalty');
  });

  it('takes some of each, however many sites are owed much', async () => {
    await Promise.all(Array.from({ length: 60 }, (_one, i) => oweOne(i % 2 ? 12 : 27)));
    await database.db.transaction().execute((tx) => oweConvergence(tx, ['cus_1'], new Date()));
    const claimed = await claimDue(database.db, [what, 'converge.loyalty'], 16);
    expect(claimed.map(({ what: name }) => name)).toContain('converge.loyalty');
  });
});

describe('what becomes owed again', () => {
  const converge = 'converge.loyalty';
  const change = () => database.db.transaction().execute((tx) => oweConvergence(tx, ['cus_1'], new Date()));
  const debt = () => rowOf('cus_1');
  const claim = async () => (await claimDue(database.db, [converge], 16))[0]!;

  it('stays owed when the former debt is settled, and is free to be claimed at once', async () => {
    await change();
    const former = await claim();
    await change();
    await settle(database.db, former, {});
    expect(await debt()).toMatchObject({ state: 'owed', generation: 1, attempts: 0, claimed_until: null });
    await settle(database.db, await claim(), { told: true });
    expect(await debt()).toMatchObject({ state: 'done', result: { told: true } });
  });

  it('is not put off, nor given up, because of what the former debt met', async () => {
    for (const end of [postpone, giveUp]) {
      await change();
      const former = await claim();
      await change();
      await (end === postpone ? postpone(database.db, former, 'offline', 60_000) : giveUp(database.db, former, 'refused'));
      expect(await debt()).toMatchObject({ state: 'owed', last_error: null });
      await settle(database.db, await claim(), {});
    }
  });

  it('does not take the new debt from whoever holds it', async () => {
    await change();
    const former = await claim();
    await change();
    await database.db.updateTable('obligation').set({ claimed_until: null }).execute();
    await claim();
    await settle(database.db, former, {});
    expect((await debt()).claimed_until).not.toBeNull();
  });
});

describe('whose claim has run out', () => {
  const expire = () =>
    database.db
      .updateTable('obligation')
      .set({ claimed_until: sql`now() - interval '1 second'` })
      .execute();
  const claim = async () => (await claimDue(database.db, [what], 16))[0]!;

  it('neither puts off nor gives up what another has done since', async () => {
    for (const end of [postpone, giveUp]) {
      const key = await oweOne();
      const slow = await claim();
      await expire();
      await settle(database.db, await claim(), { saleId: 7 });
      await (end === postpone ? postpone(database.db, slow, 'offline', 60_000) : giveUp(database.db, slow, 'refused'));
      expect(await rowOf(key)).toMatchObject({ state: 'done', result: { saleId: 7 }, last_error: null });
    }
  });

  it('takes nothing from whoever holds it now', async () => {
    const key = await oweOne();
    const slow = await claim();
    await expire();
    await claim();
    await postpone(database.db, slow, 'offline', 60_000);
    expect((await rowOf(key)).claimed_until).not.toBeNull();
    expect(await claimDue(database.db, [what], 16)).toEqual([]);
  });

  it('may still say that it is done', async () => {
    const key = await oweOne();
    const slow = await claim();
    await expire();
    const other = await claim();
    await settle(database.db, slow, { saleId: 7 });
    await postpone(database.db, other, 'offline', 60_000);
    expect(await rowOf(key)).toMatchObject({ state: 'done', result: { saleId: 7 } });
  });
});

describe('a worker', () => {
  it('leaves to others what it cannot do, and does not call it late', async () => {
    await database.db.transaction().execute((tx) => oweConvergence(tx, ['cus_1'], new Date()));
    await database.db
      .updateTable('obligation')
      .set({ deadline: sql`now() - interval '1 day'` })
      .execute();
    const key = await oweOne();
    startWorker(async () => done);
    await settled(key);
    const rows = await database.db.selectFrom('obligation').select(['state', 'attempts']).where('kind', '=', 'converge').execute();
    expect(rows).toEqual(Array.from({ length: 3 }, () => ({ state: 'owed', attempts: 0 })));
    expect(await countOverdue(database.db, [what])).toBe(0);
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
    await database.db.transaction().execute((tx) => owe(tx, later));
    const key = await oweOne();
    startWorker(async () => done);
    await settled(key);
    expect(await rowOf('later')).toMatchObject({ state: 'owed', attempts: 0 });
  });

  it('does what is owed and keeps the result', async () => {
    const key = await oweOne();
    const seen: ClaimedObligation[] = [];
    startWorker(async (obligation) => {
      seen.push(obligation);
      return done;
    });
    expect(await settled(key)).toMatchObject({ state: 'done', result: { saleId: 7 }, claimed_until: null });
    expect(seen).toMatchObject([{ what, key, site: 12, payload, attempts: 1 }]);
  });

  it('beside another does each row once', async () => {
    const keys = await Promise.all(Array.from({ length: 24 }, (_one, i) => oweOne(i % 2 ? 12 : 27)));
    const performed: string[] = [];
    const perform: Perform = async ({ key }) => {
      performed.push(key);
      return done;
    };
    startWorker(perform);
    startWorker(perform);
    await Promise.all(keys.map(settled));
    expect(performed.toSorted()).toEqual(keys.toSorted());
  });

  it('keeps nobody waiting for a site that does not answer', async () => {
    const silent = Promise.withResolvers<Attempt>();
    await Promise.all(Array.from({ length: 30 }, () => oweOne(12)));
    startWorker(({ site }) => (site === 12 ? silent.promise : Promise.resolve(done)));
    await until('the silent site has its share', async () => {
      const held = await database.db.selectFrom('obligation').select('id').where('site', '=', 12).where('attempts', '=', 1).execute();
      return held.length >= 8 || null;
    });
    await Promise.all(Array.from({ length: 20 }, () => oweOne(27)).map(async (key) => settled(await key)));
    const held = await database.db.selectFrom('obligation').select('id').where('site', '=', 12).where('attempts', '>', 0).execute();
    expect(held.length).toBeLessThan(16);
    silent.resolve(done);
  });

  it('keeps no site waiting for a provider of messages that does not answer', async () => {
    const [asked, gate] = [[] as string[], Promise.withResolvers<void>()];
    const message = {
      what: 'message.send',
      site: null,
      customer: null,
      payload: { message: '' },
      deadlineDays: 1,
      created: new Date(),
    } as const;
    await database.db.transaction().execute(async (tx) => {
      for (let i = 0; i < 40; i += 1) await owe(tx, { ...message, key: `${i}` });
    });
    const performers = {
      [what]: async () => done,
      'message.send': async ({ key }: { key: string }) => {
        asked.push(key);
        await gate.promise;
        return done;
      },
    };
    const log = openLog('silent');
    const worker = new ObligationWorker({ db: database.db, attempts: new Attempts({ db: database.db, performers, log }), log });
    workers.push(worker);
    worker.start();
    await until('the provider has its share', () => (asked.length === 8 ? true : null));
    const near = await oweOne(27);
    worker.poke();
    expect(await settled(near)).toMatchObject({ state: 'done' });
    expect(asked).toHaveLength(8);
    gate.resolve();
  });

  it('looks at once when it is poked', async () => {
    const worker = startWorker(async () => done);
    const key = await oweOne();
    worker.poke();
    expect(await settled(key)).toMatchObject({ state: 'done', attempts: 1 });
  });

  it('puts off what cannot be done now, and says why', async () => {
    const key = await oweOne();
    let tries = 0;
    startWorker(async () => ((tries += 1) < 2 ? { kind: 'later', reason: 'Site 12 is offline' } : done));
    const waiting = await until('the first try', async () => ((await rowOf(key)).last_error ? rowOf(key) : null));
    expect(waiting).toMatchObject({ last_error: 'Site 12 is offline' });
    expect(await settled(key)).toMatchObject({ state: 'done', attempts: 2, last_error: null });
  });

  it('is not held up at one site by another that is away', async () => {
    const away = await Promise.all(Array.from({ length: 20 }, () => oweOne(12)));
    const near = await oweOne(27);
    const worker = startWorker(async ({ site }) => (site === 12 ? { kind: 'later', reason: 'offline' } : done));
    expect(await settled(near)).toMatchObject({ attempts: 1 });
    for (const key of away) expect((await rowOf(key)).state).toBe('owed');
    await worker.stop();
  });

  it('tries at once what it owes to a site that is back', async () => {
    const key = await oweOne(12);
    const elsewhere = await oweOne(27);
    await database.db
      .updateTable('obligation')
      .set({ due: sql`now() + interval '1 hour'` })
      .execute();
    const worker = startWorker(async () => done);
    await worker.siteIsBack(12);
    expect(await settled(key)).toMatchObject({ state: 'done' });
    expect(await rowOf(elsewhere)).toMatchObject({ state: 'owed', attempts: 0 });
  });

  it('tries again at once what failed while the site was coming back, and that once', async () => {
    const key = await oweOne(12);
    // after so many the wait is so long that only the site's return can end it
    await database.db.updateTable('obligation').set({ attempts: 8 }).execute();
    const fails = Array.from({ length: 2 }, () => Promise.withResolvers<Attempt>());
    let tried = 0;
    const worker = startWorker(() => fails[tried++]!.promise);
    await until('the first try', async () => (tried === 1 ? true : null));
    await worker.siteIsBack(12);
    fails[0]!.resolve({ kind: 'later', reason: 'offline' });
    await until('the second try', async () => (tried === 2 ? true : null));
    fails[1]!.resolve({ kind: 'later', reason: 'offline' });
    await until('it is put off', async () => ((await rowOf(key)).claimed_until === null ? true : null));
    expect((await rowOf(key)).due.getTime()).toBeGreaterThan(Date.now());
  });

  it('gives up for good what the other side will never do, and leaves it to be seen', async () => {
    const key = await oweOne();
    startWorker(async () => ({ kind: 'refused', reason: 'The terminal is not known' }));
    expect(await settled(key)).toMatchObject({ state: 'failed', last_error: 'The terminal is not known' });
  });

  it('bears an attempt that breaks', async () => {
    const [key, other] = [await oweOne(), await oweOne()];
    let broken = false;
    startWorker(async (obligation) => {
      if (obligation.key !== key || broken) return done;
      broken = true;
      throw new Error('it broke');
    });
    expect(await settled(other)).toMatchObject({ state: 'done' });
    expect(await settled(key)).toMatchObject({ state: 'done', attempts: 2 });
  });

  it('shows people no inner words of an attempt that broke', async () => {
    const key = await oweOne();
    const worker = startWorker(async () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.7:5432 as washdesk')));
    const row = await until('it is tried', async () => ((await rowOf(key)).last_error ? rowOf(key) : null));
    await worker.stop();
    expect(row.last_error).toBe('Something went wrong on our side');
  });

  it('finishes what it holds before it stops', async () => {
    const key = await oweOne();
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const worker = startWorker(async () => {
      begun.resolve();
      await gate.promise;
      return done;
    });
    await begun.promise;
    const stopped = worker.stop();
    gate.resolve();
    await stopped;
    expect(await rowOf(key)).toMatchObject({ state: 'done' });
  });

  it('tells a person what is past its deadline', async () => {
    await oweOne(12, -1);
    const told: object[] = [];
    const log = openLog('silent');
    log.error = (entry: object) => void told.push(entry);
    startWorker(async () => ({ kind: 'later', reason: 'offline' }), log);
    await until('it is told', () => (told.length ? true : null));
    expect(told).toEqual([{ count: 1 }]);
  });
});
