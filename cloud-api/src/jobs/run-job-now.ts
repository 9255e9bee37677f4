import { setTimeout as wait } from 'node:timers/promises';
import { Failure } from '../common/failure.ts';
import type { Db } from '../db/pool.ts';
import type { Attempts } from './attempts.ts';
import { claimNow, jobOutcome } from './job.store.ts';
import type { Attempt, JobName } from './job.ts';

/** Milliseconds; a little longer than the slowest attempt. */
const waitMs = 14_000;
const lookEveryMs = 50;

/**
 * Runs a job now for a caller who waits for its outcome: a screen that shows each step (docs/decisions/0003-jobs.md). If an
 * attempt is already running, waits for it instead of starting another.
 */
export class RunJobNow {
  readonly #db: Db;
  readonly #attempts: Attempts;

  constructor(options: { db: Db; attempts: Attempts }) {
    this.#db = options.db;
    this.#attempts = options.attempts;
  }

  /**
   * Returns how the job ended, now or earlier; null if no job with that name and key was ever enqueued. A job to be retried later stays
   * pending.
   */
  async attempt(what: JobName, key: string): Promise<Attempt | null> {
    const until = performance.now() + waitMs;
    for (;;) {
      const outcome = await jobOutcome(this.#db, what, key);
      if (!outcome) return null;
      if (outcome.state === 'done') return { kind: 'done', result: outcome.result ?? {} };
      if (outcome.state !== 'pending') return { kind: 'refused', reason: outcome.last_error ?? 'Dismissed' };
      const claimed = await claimNow(this.#db, what, key);
      if (claimed) return this.#attempts.make(claimed);
      if (performance.now() > until) return { kind: 'later', reason: 'Still in progress' };
      await wait(lookEveryMs);
    }
  }

  /**
   * Returns the result of the completed job.
   * @throws Failure 404 `job_not_found`, 409 `refused`, 503 `still_pending`: it is retried automatically
   */
  async done(what: JobName, key: string): Promise<Record<string, unknown>> {
    const attempt = await this.attempt(what, key);
    if (!attempt) throw new Failure(404, 'job_not_found', 'Job not found');
    return resultOf(attempt);
  }
}

/** @throws Failure 409 `refused`, 503 `still_pending` */
export function resultOf(attempt: Attempt): Record<string, unknown> {
  switch (attempt.kind) {
    case 'done':
      return attempt.result;
    case 'refused':
      throw new Failure(409, 'refused', attempt.reason);
    case 'later':
      throw new Failure(503, 'still_pending', attempt.reason);
    default:
      return attempt satisfies never;
  }
}
