import { z } from 'zod';
import { registerLoyaltyCard } from '@washdesk/contracts/members/loyalty';
import { customerKeys } from '@washdesk/rules/company/metadata-keys';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { Principal } from '../../../common/caller.ts';
import type { Db } from '../../../db/pool.ts';
import { codeHoldersOf, claimCodes } from '../../../mirror/projection/claims.store.ts';
import { liveCustomer } from '../../../mirror/reads/live-customer.ts';
import type { OperationRun } from '../../../operations/operation-run.ts';
import { exclusiveOfCustomer, type Outcome } from '../../../operations/operation.ts';
import type { OperationKind, Operations } from '../../../operations/operations.ts';
import { cardTaken } from './failures.ts';

const factsSchema = z.object({
  customer: z.string(),
  number: z.string(),
  /** The previous number; empty if none. */
  before: z.string(),
});
type Facts = z.infer<typeof factsSchema>;

interface Answer {
  customer: string;
  number: string;
}

/** Assigns a card's number to a customer at Stripe, the source for the loyalty system, the lanes and all other systems. */
export class RegisterCard {
  readonly #db: Db;
  readonly #register: OperationKind<Facts, Answer>;

  constructor({ db, operations }: { db: Db; operations: Operations }) {
    this.#db = db;
    this.#register = operations.define<Facts, Answer>('loyalty-card.register', factsSchema, execute);
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
      async (tx, { operation, now }) => {
        const taken = await claimCodes(tx, { codes: [number], customer, operation, now });
        if (taken.length) throw cardTaken((await codeHoldersOf(tx, taken)).filter(({ id }) => id !== customer));
      },
    );
  }
}

async function execute(run: OperationRun<Facts>): Promise<Outcome<Answer>> {
  const { customer, number, before } = run.facts;
  const metadata = { [customerKeys.theCard]: number };
  await run.write('customer', 'card', (step) => run.payments.updateCustomer(step, customer, { metadata }));
  const change = { before: { [customerKeys.theCard]: before }, after: metadata };
  return {
    status: 200,
    body: { customer, number },
    within: (tx, at) =>
      writeAudit(tx, { ...auditBy(run.by), action: 'loyalty-card.registered', subject: `customer:${customer}`, ...change, at }),
  };
}
