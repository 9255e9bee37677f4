import { Failure } from '../../../common/failure.ts';
import type { Db } from '../../../db/pool.ts';
import { enqueueConvergence } from '../../../jobs/enqueue-convergence.store.ts';
import type { RunJobNow } from '../../../jobs/run-job-now.ts';
import { knownCustomer } from '../../../mirror/reads/live-customer.ts';
import type { Clock } from '../../../ports/clock.ts';

const what = 'converge.sitewatch';

export interface MemberAtSiteParts {
  db: Db;
  clock: Clock;
  runJobNow: RunJobNow;
  /** Called after a commit that added jobs. */
  jobsAdded: () => void;
}

/** Updates customers at one site while a caller waits. */
export class MemberAtSite {
  readonly #parts: MemberAtSiteParts;

  constructor(parts: MemberAtSiteParts) {
    this.#parts = parts;
  }

  /** Enqueues the customer's current state for every site. @throws Failure 404 `customer_not_found` */
  async enqueue(customer: string): Promise<void> {
    const { db, clock, jobsAdded } = this.#parts;
    await knownCustomer(db, customer);
    await db.transaction().execute((tx) => enqueueConvergence(tx, [customer], clock.now()));
    jobsAdded();
  }

  /**
   * Runs the customer's pending job for that site now, or returns its outcome. If there never was one, enqueues for all sites first.
   * @param failed the message on the screen
   * @throws Failure 409 `refused`, 503 `still_pending` with details {site, reason}
   */
  async tell(customer: string, site: number, failed: string): Promise<Record<string, unknown>> {
    const attempt = (await this.#attempt(customer, site)) ?? (await this.enqueue(customer).then(() => this.#attempt(customer, site)));
    if (attempt?.kind === 'done') return attempt.result;
    const details = { site, reason: attempt?.reason ?? `There is no site ${site}` };
    throw attempt?.kind === 'later'
      ? new Failure(503, 'still_pending', failed, { details })
      : new Failure(409, 'refused', failed, { details });
  }

  #attempt(customer: string, site: number) {
    return this.#parts.runJobNow.attempt(what, `${customer}:${site}`);
  }
}
