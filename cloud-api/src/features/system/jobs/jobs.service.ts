import type { z } from 'zod';
import type { Job, JobGroup, listJobs } from '@washdesk/contracts/system/job';
import { jobCause, jobCauses, type JobCause } from '@washdesk/rules/company/job-causes';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { KeyedCall } from '../../../common/caller.ts';
import { Failure, notFound } from '../../../common/failure.ts';
import { cursorOf, pageOf } from '../../../common/page-cursor.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import { shownReason } from '../../../jobs/job.ts';
import { keyedChange } from '../../../keyed-changes/keyed-change.ts';
import { knownCustomer } from '../../../mirror/reads/live-customer.ts';
import { storedActorName } from '../../../operations/stored-actor.ts';
import type { Clock } from '../../../ports/clock.ts';
import { groupsOf } from './group-jobs.ts';
import { viewJob } from './job-view.ts';
import {
  countJobs,
  dismiss,
  findJobs,
  jobById,
  jobReasons,
  jobsOf,
  reopen,
  reopenSome,
  stuckOperations,
  type JobSelection,
} from './jobs.store.ts';

const pageSize = 30;
/** The most jobs that one call retries. */
const mostRetried = 500;

type JobFilter = z.output<typeof listJobs.query>;

interface Parts {
  db: Db;
  clock: Clock;
  /** Called when a job becomes due. */
  jobsAdded: () => void;
}

/** Jobs for the customer's screen, and for IT to retry or dismiss. */
export class JobsService {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** @throws Failure 404 `customer_not_found` */
  async ofCustomer(customer: string) {
    const { db } = this.#parts;
    await knownCustomer(db, customer);
    const rows = await jobsOf(db, customer);
    return { jobs: rows.map(viewJob), count: rows.length };
  }

  /** @throws Failure 400 for an invalid cursor */
  async list({ cause, page, ...given }: JobFilter) {
    const { db } = this.#parts;
    const subject = { what: given.what ?? null, site: given.site ?? null, customer: given.customer ?? null };
    const reasons = cause === undefined ? null : await this.#reasonsOf(subject, cause);
    const selection = { ...subject, state: given.state ?? null, reasons };
    const [rows, count] = await Promise.all([findJobs(db, selection, cursorOf(page), pageSize), countJobs(db, selection)]);
    const { shown, nextPage } = pageOf(rows, pageSize);
    return { results: shown.map(viewJob), count, next_page: nextPage };
  }

  async groups(customer: string | null): Promise<{ groups: JobGroup[]; count: number }> {
    const groups = groupsOf(await jobReasons(this.#parts.db, { customer }));
    return { groups, count: groups.length };
  }

  /** Retries a group as if each of its jobs were retried; the audit has one row for it. */
  async retryGroup({ what, site, cause }: Pick<JobGroup, 'what' | 'site' | 'cause'>, call: KeyedCall): Promise<{ retried: number }> {
    const { db, clock, jobsAdded } = this.#parts;
    const answer = await keyedChange(db, call, async (tx) => {
      const reasons = await this.#reasonsOf({ what, site, customer: null }, cause);
      const retried = reasons.length === 0 ? [] : await reopenSome(tx, { what, site, reasons, most: mostRetried });
      if (retried.length > 0) {
        await writeAudit(tx, {
          ...auditBy(call.principal),
          site,
          action: 'job.group-retried',
          subject: `job:${what}`,
          after: { cause: jobCauses[cause].words, jobs: retried.length },
          at: clock.now(),
        });
      }
      return { retried: retried.length };
    });
    jobsAdded();
    return answer;
  }

  async #reasonsOf(subject: Pick<JobSelection, 'what' | 'site' | 'customer'>, cause: JobCause): Promise<string[]> {
    const rows = await jobReasons(this.#parts.db, subject);
    return rows.filter((row) => jobCause(row) === cause).map(({ reason }) => reason ?? '');
  }

  /** @throws Failure 404 `job_not_found`, 409 `not_open` */
  async retry(id: string, call: KeyedCall): Promise<{ job: Job }> {
    const answer = await this.#change(id, call, { action: 'job.retried', why: null }, (tx) => reopen(tx, id));
    this.#parts.jobsAdded();
    return answer;
  }

  /** @throws Failure 404 `job_not_found`, 409 `not_open` */
  dismiss(id: string, reason: string, call: KeyedCall): Promise<{ job: Job }> {
    return this.#change(id, call, { action: 'job.dismissed', why: reason }, (tx) => dismiss(tx, id, call.principal.name, reason));
  }

  async stuckOperations() {
    const operations = await stuckOperations(this.#parts.db);
    return {
      operations: operations.map(({ by, created, due, reason, ...operation }) => {
        const { name, site } = storedActorName(by);
        const words = shownReason({ what: operation.kind, siteName: null, reason });
        return { ...operation, reason: words, by: name, site, created: created.toISOString(), due: due.toISOString() };
      }),
      count: operations.length,
    };
  }

  #change(
    id: string,
    call: KeyedCall,
    { action, why }: { action: string; why: string | null },
    change: (tx: Tx) => Promise<boolean>,
  ): Promise<{ job: Job }> {
    return keyedChange(this.#parts.db, call, async (tx) => {
      const before = await jobById(tx, id);
      if (!before) throw notFound('job_not_found', 'Job not found');
      if (!(await change(tx))) throw new Failure(409, 'not_open', 'Nothing left to do');
      const { what, key, site, customer, state, last_error } = before;
      await writeAudit(tx, {
        ...auditBy(call.principal),
        site,
        action,
        subject: `job:${id}`,
        before: { what, key, customer, state, reason: last_error },
        why,
        at: this.#parts.clock.now(),
      });
      return { job: viewJob((await jobById(tx, id)) ?? before) };
    });
  }
}
