import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { until } from '@washdesk/test-support/until';
import { enqueue } from './job.store.ts';
import type { Attempt } from './job.ts';
import { done, openJobs, what, type TestJobs } from './jobs.fixture.ts';

let jobs: TestJobs;
beforeAll(async () => {
  jobs = await openJobs();
});
afterEach(() => jobs.clear());
afterAll(() => jobs.stop());

describe('a worker, while another system is slow or offline,', () => {
  it('delays no other job for a site that does not answer', async () => {
    const silent = Promise.withResolvers<Attempt>();
    await Promise.all(Array.from({ length: 30 }, () => jobs.enqueueOne(12)));
    jobs.startWorker(({ site }) => (site === 12 ? silent.promise : Promise.resolve(done)));
    await until('the silent site has its share', async () => {
      const held = await jobs.db.selectFrom('job').select('id').where('site', '=', 12).where('attempts', '=', 1).execute();
      return held.length >= 8 || null;
    });
    await Promise.all(Array.from({ length: 20 }, () => jobs.enqueueOne(27)).map(async (key) => jobs.settled(await key)));
    const held = await jobs.db.selectFrom('job').select('id').where('site', '=', 12).where('attempts', '>', 0).execute();
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
    await jobs.db.transaction().execute(async (tx) => {
      for (let i = 0; i < 40; i += 1) await enqueue(tx, { ...message, key: `${i}` });
    });
    const worker = jobs.startWorkerFor({
      [what]: async () => done,
      'message.send': async ({ key }) => {
        asked.push(key);
        await gate.promise;
        return done;
      },
    });
    await until('the provider has its share', () => (asked.length === 8 ? true : null));
    const near = await jobs.enqueueOne(27);
    worker.poke();
    expect(await jobs.settled(near)).toMatchObject({ state: 'done' });
    expect(asked).toHaveLength(8);
    gate.resolve();
  });

  it('is not held up at one site by another that is away', async () => {
    const away = await Promise.all(Array.from({ length: 20 }, () => jobs.enqueueOne(12)));
    const near = await jobs.enqueueOne(27);
    const worker = jobs.startWorker(async ({ site }) => (site === 12 ? { kind: 'later', reason: 'offline' } : done));
    expect(await jobs.settled(near)).toMatchObject({ attempts: 1 });
    for (const key of away) expect((await jobs.rowOf(key)).state).toBe('pending');
    await worker.stop();
  });

  it('tries the jobs of a site that is back at once', async () => {
    const key = await jobs.enqueueOne(12);
    const elsewhere = await jobs.enqueueOne(27);
    await jobs.db
      .updateTable('job')
      .set({ due: sql`now() + interval '1 hour'`, attempts: 1 })
      .execute();
    const worker = jobs.startWorker(async () => done);
    await worker.siteIsBack(12);
    expect(await jobs.settled(key)).toMatchObject({ state: 'done' });
    expect(await jobs.rowOf(elsewhere)).toMatchObject({ state: 'pending', attempts: 1 });
  });

  it('tries again at once what failed while the site was coming back, and that once', async () => {
    const key = await jobs.enqueueOne(12);
    // after that many attempts the delay is so long that only the site's reconnect can end it
    await jobs.db.updateTable('job').set({ attempts: 8 }).execute();
    const fails = Array.from({ length: 2 }, () => Promise.withResolvers<Attempt>());
    let tried = 0;
    const worker = jobs.startWorker(() => fails[tried++]!.promise);
    await until('the first try', async () => (tried === 1 ? true : null));
    await worker.siteIsBack(12);
    fails[0]!.resolve({ kind: 'later', reason: 'offline' });
    await until('the second try', async () => (tried === 2 ? true : null));
    fails[1]!.resolve({ kind: 'later', reason: 'offline' });
    await until('it is put off', async () => ((await jobs.rowOf(key)).claimed_until === null ? true : null));
    expect((await jobs.rowOf(key)).due.getTime()).toBeGreaterThan(Date.now());
  });
});
