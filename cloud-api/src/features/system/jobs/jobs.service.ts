import type { Job } from '@washdesk/contracts/system/job';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { KeyedCall } from '../../../common/caller.ts';
import { Failure, notFound } from '../../../common/failure.ts';
import { cursorOf, pageOf } from '../../../common/page-cursor.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import { keyedChange } from '../../../keyed-changes/keyed-change.ts';
import { knownCustomer } from '../../../mirror/reads/live-customer.ts';
import { storedActorName } from '../../../operations/stored-actor.ts';
import type { Clock } from '../../../ports/clock.ts';
import { viewJob } from './job-view.ts';
import { countJobs, dismiss, findJobs, jobById, jobsOf, reopen, stuckOperations } from './jobs.store.ts';

const pageSize = 30;

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

  /** @param state null: all jobs that need a person. @throws Failure 400 for an invalid cursor */
  async list(state: Job['state'] | null, page: string | undefined) {
    const { db } = this.#parts;
    const [rows, count] = await Promise.all([findJobs(db, state, cursorOf(page), pageSize), countJobs(db, state)]);
    const { shown, nextPage } = pageOf(rows, pageSize);
    return { results: shown.map(viewJob), count, next_page: nextPage };
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
      operations: operations.map(({ by, created, due, ...operation }) => {
        const { name, site } = storedActorName(by);
        return { ...operation, by: name, site, created: created.toISOString(), due: due.toISOString() };
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
