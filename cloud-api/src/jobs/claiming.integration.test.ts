import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { enqueueConvergence } from './enqueue-convergence.store.ts';
import { claimDue, markFailed, enqueue, postpone, settle } from './job.store.ts';
import { openJobs, what, type TestJobs } from './jobs.fixture.ts';

let jobs: TestJobs;
beforeAll(async () => {
  jobs = await openJobs();
});
afterEach(() => jobs.clear());
afterAll(() => jobs.stop());

describe('claiming', () => {
  it('gives each row to one of several workers', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, (_one, i) => jobs.enqueueOne(i % 2 ? 12 : 27)));
    const claims = await Promise.all(Array.from({ length: 6 }, () => claimDue(jobs.db, [what], 5)));
    const claimed = claims.flat().map(({ key }) => key);
    expect(new Set(claimed).size).toBe(claimed.length);
    expect(keys).toEqual(expect.arrayContaining(claimed));
  });

  it('does not wait for a locked row', async () => {
    const [held, free] = [await jobs.enqueueOne(), await jobs.enqueueOne()];
    await jobs.db.transaction().execute(async (tx) => {
      await tx.selectFrom('job').select('id').where('key', '=', held).forUpdate().execute();
      expect((await claimDue(jobs.db, [what], 16)).map(({ key }) => key)).toEqual([free]);
    });
  });

  it('takes over what a dead worker held, after its time and not before', async () => {
    const key = await jobs.enqueueOne();
    expect(await claimDue(jobs.db, [what], 16)).toMatchObject([{ key, attempts: 1 }]);
    expect(await claimDue(jobs.db, [what], 16)).toEqual([]);
    await jobs.db
      .updateTable('job')
      .set({ claimed_until: sql`now() - interval '1 second'` })
      .execute();
    expect(await claimDue(jobs.db, [what], 16)).toMatchObject([{ key, attempts: 2 }]);
  });

  it('leaves room for other sites beside one with many jobs', async () => {
    await Promise.all(Array.from({ length: 30 }, () => jobs.enqueueOne(12)));
    const other = await jobs.enqueueOne(27);
    const claimed = await claimDue(jobs.db, [what], 16);
    expect(claimed.map(({ key }) => key)).toContain(other);
    expect(claimed.filter(({ site }) => site === 12)).toHaveLength(8);
  });

  it('gives one kind that goes to no site no more than its share', async () => {
    const created = new Date();
    const message = (key: string) =>
      ({ what: 'message.send', key, site: null, customer: null, payload: { message: key }, created }) as const;
    await jobs.db.transaction().execute(async (tx) => {
      for (let i = 0; i < 12; i += 1) await enqueue(tx, { ...message(`${i}`), deadlineDays: 1 });
      await enqueueConvergence(tx, ['cus_1'], created);
    });
    const claimed = await claimDue(jobs.db, ['message.send', 'converge.loyalty'], 9);
    expect(claimed.map(({ what: name }) => name)).toContain('converge.loyalty');
  });

  it('takes some of each, however many sites have many jobs', async () => {
    await Promise.all(Array.from({ length: 60 }, (_one, i) => jobs.enqueueOne(i % 2 ? 12 : 27)));
    await jobs.db.transaction().execute((tx) => enqueueConvergence(tx, ['cus_1'], new Date()));
    const claimed = await claimDue(jobs.db, [what, 'converge.loyalty'], 16);
    expect(claimed.map(({ what: name }) => name)).toContain('converge.loyalty');
  });
});

describe('whose claim has run out', () => {
  const expire = () =>
    jobs.db
      .updateTable('job')
      .set({ claimed_until: sql`now() - interval '1 second'` })
      .execute();
  const claim = async () => (await claimDue(jobs.db, [what], 16))[0]!;

  it('neither postpones nor ends what another worker has done since', async () => {
    for (const end of [postpone, markFailed]) {
      const key = await jobs.enqueueOne();
      const slow = await claim();
      await expire();
      await settle(jobs.db, await claim(), { saleId: 7 });
      await (end === postpone ? postpone(jobs.db, slow, 'offline', 60_000) : markFailed(jobs.db, slow, 'refused'));
      expect(await jobs.rowOf(key)).toMatchObject({ state: 'done', result: { saleId: 7 }, last_error: null });
    }
  });

  it('takes nothing from its current owner', async () => {
    const key = await jobs.enqueueOne();
    const slow = await claim();
    await expire();
    await claim();
    await postpone(jobs.db, slow, 'offline', 60_000);
    expect((await jobs.rowOf(key)).claimed_until).not.toBeNull();
    expect(await claimDue(jobs.db, [what], 16)).toEqual([]);
  });

  it('may still say that it is done', async () => {
    const key = await jobs.enqueueOne();
    const slow = await claim();
    await expire();
    const other = await claim();
    await settle(jobs.db, slow, { saleId: 7 });
    await postpone(jobs.db, other, 'offline', 60_000);
    expect(await jobs.rowOf(key)).toMatchObject({ state: 'done', result: { saleId: 7 } });
  });
});
