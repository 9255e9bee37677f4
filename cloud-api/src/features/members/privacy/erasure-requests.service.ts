import { v7 as uuidv7 } from 'uuid';
import { erasureDeclinedMessage, erasureDoneMessage } from '@washdesk/rules/customers/member-messages';
import type { MemberLanguage } from '@washdesk/rules/text/languages';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { Principal } from '../../../common/caller.ts';
import { notFound } from '../../../common/failure.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import { queueMessage, type Reach, type Reached } from '../../../documents/message.ts';
import type { CauseOfJob } from '../../../jobs/job.ts';
import { liveCustomer } from '../../../mirror/reads/live-customer.ts';
import type { Clock } from '../../../ports/clock.ts';
import { addRequest, decideRequest, latestRequest } from './erasure-requests.store.ts';

interface Options {
  db: Db;
  clock: Clock;
  reachRequested: Reach;
  jobsAdded: () => void;
}

/** Members' requests to be erased: a worklist of SupportCenter, which erases or declines, and the member is told. */
export class ErasureRequests {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Returns when the customer asked; null without an open request. */
  async openSince(customer: string): Promise<Date | null> {
    const request = await latestRequest(this.#options.db, customer);
    return request?.state === 'open' ? request.requested : null;
  }

  /**
   * Asks once: a repeated request is the open one.
   * @param inRequest runs in the transaction of a new request
   */
  async request(
    customer: string,
    lang: MemberLanguage,
    by: Principal,
    inRequest: (tx: Tx, requested: Date) => Promise<void>,
  ): Promise<Date> {
    const { db, clock, jobsAdded } = this.#options;
    await liveCustomer(db, customer);
    const requested = clock.now();
    await db.transaction().execute(async (tx) => {
      if (!(await addRequest(tx, { id: uuidv7(), customer, lang, requested }))) return;
      await writeAudit(tx, { ...auditBy(by), action: 'member.erasure-requested', subject: `customer:${customer}`, at: requested });
      await inRequest(tx, requested);
    });
    jobsAdded();
    return (await this.openSince(customer)) ?? requested;
  }

  /** @throws Failure 404 `request_not_found` */
  async decline(customer: string, reason: string, by: Principal): Promise<void> {
    const { db, clock, jobsAdded } = this.#options;
    const person = await liveCustomer(db, customer);
    const reached = await this.#options.reachRequested(db, person);
    const decided = clock.now();
    const isDeclined = await db.transaction().execute(async (tx) => {
      const lang = await decideRequest(tx, customer, { state: 'declined', decided, by: by.id });
      if (lang === null) return false;
      const told = { customer, reached, by, at: decided };
      await this.#tell(tx, erasureDeclinedMessage(lang, reason), told);
      const after = { told: reached?.channel ?? null };
      await writeAudit(tx, {
        ...auditBy(by),
        action: 'customer.erasure-declined',
        subject: `customer:${customer}`,
        after,
        why: reason,
        at: decided,
      });
      return true;
    });
    if (isDeclined) return jobsAdded();
    if ((await latestRequest(db, customer))?.state !== 'declined') throw notFound('request_not_found', 'This customer has no open request');
  }

  /** Returns how to tell the customer, before their addresses are gone; null without an open request. */
  async toTell(customer: string): Promise<Reached | null> {
    if ((await this.openSince(customer)) === null) return null;
    return this.#options.reachRequested(this.#options.db, await liveCustomer(this.#options.db, customer));
  }

  /** Ends the open request in the transaction of the erasure. */
  async erased(
    tx: Tx,
    { customer, reached, by, at }: { customer: string; reached: Reached | null; by: CauseOfJob & { id: string }; at: Date },
  ) {
    const lang = await decideRequest(tx, customer, { state: 'done', decided: at, by: by.id });
    if (lang !== null) await this.#tell(tx, erasureDoneMessage(lang), { customer, reached, by, at });
  }

  async #tell(
    tx: Tx,
    { subject, text }: { subject: string; text: string },
    { customer, reached, by, at }: { customer: string; reached: Reached | null; by: CauseOfJob; at: Date },
  ): Promise<void> {
    if (!reached) return;
    const message = { ...reached, kind: 'privacy', subject, text } as const;
    await queueMessage(tx, { ...message, customer, operation: null, asked: null, receipt: null, by, at });
  }
}
