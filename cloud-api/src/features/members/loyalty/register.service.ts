import { registerLoyaltyCard } from '@washdesk/contracts/members/loyalty';
import { customerKeys } from '@washdesk/rules/company/metadata-keys';
import { writeAudit } from '../../../audit/audit.ts';
import type { Db } from '../../../db/pool.ts';
import type { Act } from '../../../operations/act.ts';
import { exclusiveOfCustomer, type Outcome } from '../../../operations/deed.ts';
import type { DeedKind, Deeds } from '../../../operations/deeds.ts';
import type { Principal } from '../../../common/caller.ts';
import { bearersOf, claimCodes } from '../../../mirror/projection/claims.store.ts';
import { liveCustomer } from '../../../mirror/reads/live-customer.ts';
import { cardTaken } from './failures.ts';

interface Facts {
  customer: string;
  number: string;
  /** Empty for none. */
  before: string;
}

interface Answer {
  customer: string;
  number: string;
}

/** Gives a card's number to a customer, at Stripe: from there it comes to the loyalty system, the lanes and every other place. */
export class RegisterCard {
  readonly #db: Db;
  readonly #register: DeedKind<Facts, Answer>;

  constructor({ db, deeds }: { db: Db; deeds: Deeds }) {
    this.#db = db;
    this.#register = deeds.define<Facts, Answer>('loyalty-card.register', perform);
  }

  /** @throws Failure 404 `customer_not_found`, 409 `customer_deleted` or `card_taken` */
  async give(by: Principal, key: string, customer: string, number: string): Promise<void> {
    const about = { request: { customer, number }, principal: by, customer, exclusive: exclusiveOfCustomer(customer) };
    await this.#register.run(
      { route: registerLoyaltyCard.path, key, ...about },
      async () => {
        const { metadata = {} } = await liveCustomer(this.#db, customer);
        return { customer, number, before: metadata[customerKeys.theCard] ?? '' };
      },
      async (tx, { deed, now }) => {
        const taken = await claimCodes(tx, { codes: [number], customer, deed, now });
        if (taken.length) throw cardTaken((await bearersOf(tx, taken)).filter(({ id }) => id !== customer));
      },
    );
  }
}

async function perform(act: Act<Facts>): Promise<Outcome<Answer>> {
  const { customer, number, before } = act.facts;
  const metadata = { [customerKeys.theCard]: number };
  await act.write('customer', 'card', (step) => act.payments.updateCustomer(step, customer, { metadata }));
  const { id: actor, site } = act.by;
  const change = { before: { [customerKeys.theCard]: before }, after: metadata };
  return {
    status: 200,
    body: { customer, number },
    within: (tx, at) => writeAudit(tx, { actor, site, action: 'loyalty-card.registered', subject: `customer:${customer}`, ...change, at }),
  };
}
