import { memberActMessage, type MemberAct } from '@washdesk/rules/customers/member-messages';
import type { Principal } from '../../../common/caller.ts';
import type { Db } from '../../../db/pool.ts';
import { queueMessage, type Reach } from '../../../documents/message.ts';
import { liveCustomer } from '../../../mirror/reads/live-customer.ts';
import type { Clock } from '../../../ports/clock.ts';
import { languageOf } from './member-languages.store.ts';

interface Options {
  db: Db;
  clock: Clock;
  reachRequested: Reach;
  jobsAdded: () => void;
}

/** Tells a member what was done in their session, so that another person's act is noticed (docs/rules/members.md#self-service). */
export class MemberNotices {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** @param asked names the act: a repeated call announces it once */
  async announce(act: MemberAct, customer: string, by: Principal, asked: string): Promise<void> {
    const { db, clock, reachRequested, jobsAdded } = this.#options;
    const person = await liveCustomer(db, customer);
    const reached = await reachRequested(db, person);
    if (!reached) return;
    const { subject, text } = memberActMessage((await languageOf(db, person)) ?? 'en', act);
    const message = { ...reached, kind: 'member-act', subject, text, customer, operation: null, receipt: null } as const;
    await db.transaction().execute((tx) => queueMessage(tx, { ...message, asked: `member-act ${act} ${asked}`, by, at: clock.now() }));
    jobsAdded();
  }
}
