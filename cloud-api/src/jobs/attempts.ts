import type { Logger } from 'pino';
import type { z } from 'zod';
import { reasonInWords } from '@washdesk/rules/company/job-reasons';
import { inRequest } from '../common/request-scope.ts';
import { namedSite } from '../db/named-sites.ts';
import type { Db } from '../db/pool.ts';
import { backoffMs } from './backoff.ts';
import { markFailed, postpone, settle } from './job.store.ts';
import { causeOf, jobKinds, type Attempt, type ClaimedJob, type JobName, type JobHandlers } from './job.ts';

/** The message for cashiers; the error itself is in the log. */
const broke = 'Something went wrong on our end';

/** Lists the problems with the names of their fields, never with values. */
const unreadable = ({ issues }: z.ZodError): string =>
  `What is stored of this job cannot be read: ${issues.map(({ path, message }) => `${path.join('.') || 'payload'}: ${message}`).join('; ')}`;

/** Runs a claimed job and stores the outcome of the attempt. */
export class Attempts {
  readonly #db: Db;
  readonly #jobHandlers: JobHandlers;
  readonly #log: Logger;

  constructor(options: { db: Db; jobHandlers: JobHandlers; log: Logger }) {
    this.#db = options.db;
    this.#jobHandlers = options.jobHandlers;
    this.#log = options.log;
  }

  get names(): readonly JobName[] {
    return Object.keys(this.#jobHandlers) as JobName[];
  }

  make(job: ClaimedJob): Promise<Attempt> {
    return inRequest(causeOf(job).requestId, () => this.#make(job));
  }

  async #make(job: ClaimedJob): Promise<Attempt> {
    const attempt = await this.#inWords(job, await this.#execute(job));
    await this.#close(job, attempt);
    return attempt;
  }

  async #close(job: ClaimedJob, attempt: Attempt): Promise<void> {
    switch (attempt.kind) {
      case 'done':
        return settle(this.#db, job, attempt.result);
      case 'refused':
        this.#log.error({ what: job.what, key: job.key, site: job.site, reason: attempt.reason }, 'Job refused');
        return markFailed(this.#db, job, attempt.reason);
      case 'later':
        return postpone(this.#db, job, attempt.reason, attempt.waitMs ?? backoffMs(job.attempts));
      default:
        return attempt satisfies never;
    }
  }

  /** Returns the attempt with a reason for people; codes of the network are only logged. */
  async #inWords(job: ClaimedJob, attempt: Attempt): Promise<Attempt> {
    if (attempt.kind === 'done') return attempt;
    const { what, key, site } = job;
    const unnamed = reasonInWords({ what, siteName: null, reason: attempt.reason });
    const named = site === null || unnamed === attempt.reason ? null : await namedSite(this.#db, site);
    const reason = reasonInWords({ what, siteName: named?.name ?? null, reason: attempt.reason });
    if (reason !== attempt.reason) this.#log.info({ what, key, site, reason: attempt.reason }, 'Job attempt failed in the network');
    return { ...attempt, reason };
  }

  async #execute(job: ClaimedJob): Promise<Attempt> {
    const execute = this.#jobHandlers[job.what] as ((one: ClaimedJob) => Promise<Attempt>) | undefined;
    try {
      if (!execute) throw new Error(`no handler registered for ${job.what}`);
      const payload = jobKinds[job.what].payload.safeParse(job.payload);
      // another release may have stored the payload: that release runs the job, or IT finds the reason once the job is overdue
      if (!payload.success) return { kind: 'later', reason: unreadable(payload.error) };
      return await execute({ ...job, payload: payload.data });
    } catch (error) {
      this.#log.error({ err: error, what: job.what, key: job.key }, 'Job attempt failed with an error');
      return { kind: 'later', reason: broke };
    }
  }
}
