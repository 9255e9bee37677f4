import { sendWelcome, type MessageAnswer } from '@washdesk/contracts/members/communication';
import { ownScope, type Principal } from '../../../common/caller.ts';
import { keyReused } from '../../../common/failure.ts';
import type { Db } from '../../../db/pool.ts';
import type { RunJobNow } from '../../../jobs/run-job-now.ts';
import { liveCustomer } from '../../../mirror/reads/live-customer.ts';
import type { GiftLimits } from '../../../operations/gift-limits.ts';
import type { Operations } from '../../../operations/operations.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { EnqueueWelcome } from './enqueue-welcome.ts';
import { messageAsked, welcomeOfOperation } from './messages.store.ts';
import { sendNow } from './send-now.ts';

interface Options {
  db: Db;
  operations: Operations;
  runJobNow: RunJobNow;
  clock: Clock;
  gifts: GiftLimits;
  enqueueWelcome: EnqueueWelcome;
}

const notPossible: MessageAnswer = {
  state: 'not-possible',
  channel: null,
  message: 'The customer has no phone number or email for messages',
};

/** Step 4 of a sign-up without a loyalty card: the welcome message. */
export class WelcomeService {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * Sends the welcome message of a sign-up, if there is one.
   * @throws Failure 404 `operation_not_found`, 409 `operation_not_done`, 409 `refused`, 503 `still_pending`
   */
  async ofOperation(by: Principal, operationKey: string): Promise<MessageAnswer> {
    const { db, operations, runJobNow } = this.#options;
    const operation = await operations.doneBy(by, operationKey);
    const welcome = await welcomeOfOperation(db, operation.id);
    return welcome ? sendNow(runJobNow, welcome) : notPossible;
  }

  /** @throws Failure 404 `customer_not_found`, 409 `customer_deleted`, 409 `refused`, 422 `key_reused`, 503 `still_pending` */
  async toCustomer(by: Principal, key: string, customer: string): Promise<MessageAnswer> {
    const { db, runJobNow, clock, gifts, enqueueWelcome } = this.#options;
    const asked = `${ownScope(by)} ${sendWelcome.path} ${key}`;
    const known = await messageAsked(db, asked);
    if (known && known.customer !== customer) throw keyReused();
    if (known) return sendNow(runJobNow, known);
    await liveCustomer(db, customer);
    const welcome = await gifts.reportingRefusals(by, () =>
      db.transaction().execute((tx) => enqueueWelcome(tx, { customer, operation: null, asked, by, at: clock.now() })),
    );
    return welcome ? sendNow(runJobNow, welcome) : notPossible;
  }
}
