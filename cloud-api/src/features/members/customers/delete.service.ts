import { z } from 'zod';
import { deleteCustomer } from '@washdesk/contracts/members/customer-edit';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { isRunning } from '@washdesk/rules/plans/statuses';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { Principal } from '../../../common/caller.ts';
import { Failure } from '../../../common/failure.ts';
import type { Db } from '../../../db/pool.ts';
import { writeNote } from '../../../documents/note.ts';
import { creditOf } from '../../../mirror/reads/customer-credit.ts';
import { liveCustomer } from '../../../mirror/reads/live-customer.ts';
import type { OperationRun } from '../../../operations/operation-run.ts';
import { exclusiveOfCustomer, type Outcome } from '../../../operations/operation.ts';
import type { OperationKind, Operations } from '../../../operations/operations.ts';
import { withProviderFailures } from '../../../operations/provider-failures.ts';
import type { Payments } from '../../../ports/payments.ts';
import { isIncomplete } from './incomplete.store.ts';

type Answer = z.input<typeof deleteCustomer.response>;

const factsSchema = z.object({
  customer: z.string(),
  name: z.string().nullable(),
  reason: z.string(),
});
type Facts = z.infer<typeof factsSchema>;

interface Options {
  db: Db;
  operations: Operations;
  payments: Payments;
}

/** Deletes customers at the provider permanently, with their cards (docs/rules/members.md#life-of-a-customer). */
export class DeleteCustomerService {
  readonly #options: Options;
  readonly #delete: OperationKind<Facts, Answer>;

  constructor(options: Options) {
    this.#options = options;
    this.#delete = options.operations.define<Facts, Answer>('customer.delete', factsSchema, execute, { detachesCards: () => true });
  }

  /** @throws Failure 404 `customer_not_found`, 409 `customer_deleted`, `customer_incomplete`, `plan_running`, `credit_left` */
  async delete(by: Principal, key: string, id: string, reason: string): Promise<Answer> {
    const request = { id, reason };
    const { body } = await this.#delete.run(
      { route: deleteCustomer.path, key, request, principal: by, customer: id, exclusive: exclusiveOfCustomer(id) },
      () => this.#decide(id, reason),
    );
    return body;
  }

  async #decide(id: string, reason: string): Promise<Facts> {
    const { db, payments } = this.#options;
    const object = await liveCustomer(db, id);
    if (await isIncomplete(db, { id, object })) {
      throw new Failure(409, 'customer_incomplete', 'Complete this sign-up before you delete the customer');
    }
    const plans = await payments.listOf('subscription', id, 'interactive');
    if (plans.some(({ status }) => isRunning(status))) {
      throw new Failure(409, 'plan_running', 'This customer has an active plan. Terminate it first');
    }
    const credit = (await withProviderFailures(creditOf(payments, id))).available;
    if (credit > 0) {
      const words = `This customer has a credit of ${centsToDollars(credit)}. Pay it out, move it or give it up first`;
      throw new Failure(409, 'credit_left', words, { details: { credit } });
    }
    return { customer: id, name: object.name ?? null, reason };
  }
}

async function execute(run: OperationRun<Facts>): Promise<Outcome<Answer>> {
  const { customer: id, name, reason: why } = run.facts;
  await run.do('delete', () => run.payments.deleteCustomer(id));
  await run.read('customer', id);
  const agent = run.by.name;
  return {
    status: 200,
    body: { id, deleted: true },
    within: async (tx, at) => {
      await writeAudit(tx, { ...auditBy(run.by), action: 'customer.deleted', subject: `customer:${id}`, before: { name }, why, at });
      await writeNote(tx, { customer: id, note: `Customer deleted: ${why}`, agent, operation: run.id, at });
    },
  };
}
