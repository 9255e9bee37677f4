import { sendWelcome, type MessageAnswer } from '@washdesk/contracts/members/communication';
import type { Db } from '../../../db/pool.ts';
import { ownScope } from '../../../operations/deed.ts';
import type { Deeds } from '../../../operations/deeds.ts';
import type { Principal } from '../../../common/caller.ts';
import { Failure } from '../../../common/failure.ts';
import { liveCustomer } from '../../../mirror/reads/live-customer.ts';
import type { OwedNow } from '../../../jobs/owed-now.ts';
import type { Clock } from '../../../ports/clock.ts';
import { messageAsked, welcomeOfDeed } from './messages.store.ts';
import type { OweWelcome } from './owe-welcome.ts';
import { sendNow } from './send-now.ts';

interface Options {
  db: Db;
  deeds: Deeds;
  owedNow: OwedNow;
  clock: Clock;
  oweWelcome: OweWelcome;
}

const notPossible: MessageAnswer = {
  state: 'not-possible',
  channel: null,
  message: 'The customer can be reached neither by text message nor by e-mail',
};

/** Step 4 of a sign-up where no loyalty card is registered (front-desk section 4): the welcome. */
export class WelcomeService {
  readonly #options: Options;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Of a sign-up: its own, or none. @throws Failure 404 `deed_not_found`, 409 `deed_not_done`, 409 `refused`, 503 `still_owed` */
  async ofDeed(by: Principal, deedKey: string): Promise<MessageAnswer> {
    const { db, deeds, owedNow } = this.#options;
    const deed = await deeds.doneBy(by, deedKey);
    const welcome = await welcomeOfDeed(db, deed.id);
    return welcome ? sendNow(owedNow, welcome) : notPossible;
  }

  /** @throws Failure 404 `customer_not_found`, 409 `customer_deleted`, 409 `refused`, 422 `key_reused`, 503 `still_owed` */
  async toCustomer(by: Principal, key: string, customer: string): Promise<MessageAnswer> {
    const { db, owedNow, clock, oweWelcome } = this.#options;
    const asked = `${ownScope(by)} ${sendWelcome.path} ${key}`;
    const known = await messageAsked(db, asked);
    if (known && known.customer !== customer) throw new Failure(422, 'key_reused', 'This Idempotency-Key was used for another request');
    if (known) return sendNow(owedNow, known);
    await liveCustomer(db, customer);
    const welcome = await db.transaction().execute((tx) => oweWelcome(tx, { customer, deed: null, asked, at: clock.now() }));
    return welcome ? sendNow(owedNow, welcome) : notPossible;
  }
}
