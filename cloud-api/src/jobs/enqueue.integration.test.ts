import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { enqueueConvergence } from './enqueue-convergence.store.ts';
import { claimDue, markFailed, enqueue, postpone, settle } from './job.store.ts';
import { openJobs, payload, what, type TestJobs } from './jobs.fixture.ts';

let jobs: TestJobs;
beforeAll(async () => {
  jobs = await openJobs();
});
afterEach(() => jobs.clear());
afterAll(() => jobs.stop());

describe('a job', () => {
  it('is enqueued once, however often it is asked for', async () => {
    const key = await jobs.enqueueOne();
    const job = { what, key, site: 12, customer: 'cus_1', deadlineDays: 7, created: new Date() } as const;
    await jobs.db.transaction().execute((tx) => enqueue(tx, { ...job, payload: { ...payload, code: 'OTHER-IL' } }));
    expect(await jobs.db.selectFrom('job').select('payload').execute()).toEqual([{ payload }]);
  });

  it('is enqueued only if its transaction commits', async () => {
    const broken = jobs.db.transaction().execute(async (tx) => {
      await enqueue(tx, { what, key: 'never', site: 12, customer: null, payload, deadlineDays: 7, created: new Date() });
      throw new Error('the operation itself failed');
    });
    await expect(broken).rejects.toThrow('the operation itself failed');
    expect(await jobs.db.selectFrom('job').selectAll().execute()).toEqual([]);
  });
});

describe('a job that is enqueued again', () => {
  const converge = 'converge.loyalty';
  const change = () => jobs.db.transaction().execute((tx) => enqueueConvergence(tx, ['cus_1'], new Date()));
  const job = () => jobs.rowOf('cus_1');
  const claim = async () => (await claimDue(jobs.db, [converge], 16))[0]!;

  it('stays pending when its former run is settled, and is free to be claimed at once', async () => {
    await change();
    const former = await claim();
    await change();
    await settle(jobs.db, former, {});
    expect(await job()).toMatchObject({ state: 'pending', generation: 1, attempts: 0, claimed_until: null });
    await settle(jobs.db, await claim(), { told: true });
    expect(await job()).toMatchObject({ state: 'done', result: { told: true } });
  });

  it('is neither postponed nor ended by the failures of the former job', async () => {
    for (const end of [postpone, markFailed]) {
      await change();
      const former = await claim();
      await change();
      await (end === postpone ? postpone(jobs.db, former, 'offline', 60_000) : markFailed(jobs.db, former, 'refused'));
      expect(await job()).toMatchObject({ state: 'pending', last_error: null });
      await settle(jobs.db, await claim(), {});
    }
  });

  it('is as old as the change it waits for: a finished one starts again, an unfinished one keeps its time', async () => {
    const at = (instant: string) => jobs.db.transaction().execute((tx) => enqueueConvergence(tx, ['cus_1'], new Date(instant)));
    await at('2026-01-01T12:00:00Z');
    await settle(jobs.db, await claim(), {});
    await at('2026-11-21T12:00:00Z');
    expect((await job())?.created).toEqual(new Date('2026-11-21T12:00:00Z'));
    await at('2026-11-22T12:00:00Z');
    expect((await job())?.created).toEqual(new Date('2026-11-21T12:00:00Z'));
    await markFailed(jobs.db, await claim(), 'refused');
    await at('2026-11-23T12:00:00Z');
    expect((await job())?.created).toEqual(new Date('2026-11-21T12:00:00Z'));
  });

  it('does not take the new job from its current owner', async () => {
    await change();
    const former = await claim();
    await change();
    await jobs.db.updateTable('job').set({ claimed_until: null }).execute();
    await claim();
    await settle(jobs.db, former, {});
    expect((await job()).claimed_until).not.toBeNull();
  });
});
