import pino from 'pino';
import { describe, expect, it } from 'vitest';
import type { Db } from '../db/pool.ts';
import { JobQueue } from './job-queue.ts';
import { jobNames, type Attempt, type JobHandlers } from './job.ts';

const queue = (): JobQueue => new JobQueue({ db: {} as Db, log: pino({ level: 'silent' }) });
const does = (): Promise<Attempt> => Promise.resolve({ kind: 'done', result: {} });
const doesAll = (names: readonly string[]): JobHandlers => Object.fromEntries(names.map((name) => [name, does]));

describe('the job queue', () => {
  it('refuses a handler of a job that the catalogue does not know', () => {
    expect(() => queue().register(doesAll(['message.forget']))).toThrow('unknown job name: message.forget');
  });

  it('refuses a second handler of one job', () => {
    const jobs = queue();
    jobs.register({ 'message.send': does });
    expect(() => jobs.register({ 'message.send': does })).toThrow('a handler is already registered for job message.send');
  });

  it.each(jobNames)('does not start without a handler for %s', (name) => {
    const jobs = queue();
    jobs.register(doesAll(jobNames.filter((other) => other !== name)));
    expect(() => jobs.start()).toThrow(`no handler registered for jobs: ${name}`);
  });
});
