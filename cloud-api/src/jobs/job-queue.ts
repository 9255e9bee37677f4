import type { Logger } from 'pino';
import type { Db } from '../db/pool.ts';
import { Attempts } from './attempts.ts';
import { jobNames, type JobHandlers } from './job.ts';
import { RunJobNow } from './run-job-now.ts';
import { JobWorker } from './worker.ts';

/** The job API for other modules: register handlers, then start the worker. */
export class JobQueue {
  /** Runs one job for a caller who waits for it. */
  readonly runJobNow: RunJobNow;
  readonly #handlers: JobHandlers = {};
  readonly #worker: JobWorker;

  constructor({ db, log }: { db: Db; log: Logger }) {
    const attempts = new Attempts({ db, jobHandlers: this.#handlers, log });
    this.#worker = new JobWorker({ db, attempts, log });
    this.runJobNow = new RunJobNow({ db, attempts });
  }

  /** @throws Error if the name is not in the catalog, or already has a handler */
  register(handlers: JobHandlers): void {
    for (const name of Object.keys(handlers)) {
      if (!jobNames.some((known) => known === name)) throw new Error(`unknown job name: ${name}`);
      if (Object.hasOwn(this.#handlers, name)) throw new Error(`a handler is already registered for job ${name}`);
    }
    Object.assign(this.#handlers, handlers);
  }

  /** Called after a commit that may have added jobs: the worker claims now and not at the next second. */
  readonly added = (): void => this.#worker.poke();

  /** Makes the jobs of a reconnected site due now. */
  readonly siteIsBack = (site: number): Promise<void> => this.#worker.siteIsBack(site);

  /** @throws Error if a job of the catalog has no handler */
  start(): void {
    const missing = jobNames.filter((name) => !Object.hasOwn(this.#handlers, name));
    if (missing.length) throw new Error(`no handler registered for jobs: ${missing.join(', ')}`);
    this.#worker.start();
  }

  /** Resolves when the running jobs are done. */
  stop(): Promise<void> {
    return this.#worker.stop();
  }
}
