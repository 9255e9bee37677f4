import { customerKeys } from '@washdesk/rules/company/metadata-keys';
import { clearedNextPrice } from '@washdesk/rules/plans/plan-changes';
import { auditBy, writeAudit } from '../../../../audit/audit.ts';
import { ownScope, programPrincipal } from '../../../../common/caller.ts';
import { Failure } from '../../../../common/failure.ts';
import type { Db } from '../../../../db/pool.ts';
import type { OperationRun } from '../../../../operations/operation-run.ts';
import type { Outcome } from '../../../../operations/operation.ts';
import type { OperationKind, Operations } from '../../../../operations/operations.ts';
import type { Clock } from '../../../../ports/clock.ts';
import { changeRequest } from './changed-plans.ts';
import { nextPrice, expiredNextPrice, expiredNextPrices, keyOfNextPrice, type NextPrice } from './next-price.store.ts';

const kindName = 'next-price.clear';
const atOnce = 50;

/** The principal of the cleanup, which runs without a user. */
const cleanup = programPrincipal('next-price', 'Next price', 'calendar:next-price');

const cleanupOperations = { scope: ownScope(cleanup), route: kindName };

interface Options {
  db: Db;
  operations: Operations;
  clock: Clock;
}

/** Clears kept prices after their month (docs/rules/billing.md#kept-price). */
export class NextPriceCleanup {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #clear: OperationKind<NextPrice>;

  constructor({ db, operations, clock }: Options) {
    this.#db = db;
    this.#clock = clock;
    this.#clear = operations.define<NextPrice>(kindName, nextPrice, clear);
  }

  /** @returns the number cleared. The next round skips rejected ones, and recovery resumes those without a response from Stripe */
  async round(): Promise<number> {
    const expired = await expiredNextPrices(this.#db, { now: this.#clock.now(), most: atOnce, operations: cleanupOperations });
    const cleared = await Promise.allSettled(expired.map((one) => this.#clearOne(one)));
    const failed = cleared.find((one) => one.status === 'rejected');
    const count = cleared.filter((one) => one.status === 'fulfilled').length;
    if (failed && count === 0) throw failed.reason;
    return count;
  }

  async #clearOne({ customer, expires }: NextPrice): Promise<void> {
    const about = { key: keyOfNextPrice({ customer, expires }), by: cleanup, request: { customer, expires } };
    await this.#clear.run(changeRequest(kindName, customer, about), async () => {
      const expired = await expiredNextPrice(this.#db, customer, this.#clock.now());
      if (!expired) throw new Failure(409, 'not_expired', 'The price is kept for longer');
      return expired;
    });
  }
}

async function clear(run: OperationRun<NextPrice>): Promise<Outcome> {
  const { customer, price, expires } = run.facts;
  const metadata = { ...clearedNextPrice };
  await run.write('customer', 'clear', (step) => run.payments.updateCustomer(step, customer, { metadata }));
  const before = { [customerKeys.nextPrice]: price, [customerKeys.nextPriceExpires]: expires };
  return {
    status: 200,
    body: {},
    within: (tx, at) => writeAudit(tx, { ...auditBy(run.by), action: 'next-price.cleared', subject: `customer:${customer}`, before, at }),
  };
}
