import { z } from 'zod';
import { isDiscounted } from '@washdesk/rules/plans/plan-price';
import { writeAudit } from '../../../../audit/audit.ts';
import type { Principal } from '../../../../common/caller.ts';
import { Failure } from '../../../../common/failure.ts';
import type { Db } from '../../../../db/pool.ts';
import { writeNote } from '../../../../documents/note.ts';
import { chargedFor } from '../../../../mirror/reads/live-customer.ts';
import { GiftLimitExceeded, type GiftLimits } from '../../../../operations/gift-limits.ts';
import type { OperationRun } from '../../../../operations/operation-run.ts';
import type { Outcome } from '../../../../operations/operation.ts';
import type { OperationKind, Operations } from '../../../../operations/operations.ts';
import type { PlanFacts, SubscriptionPlans } from '../plan-facts.ts';
import { problemOf } from '../read/subscription-view.ts';
import { receiverOf } from '../start/start-gifts.ts';
import { auditOf, changeRequest } from './changed-plans.ts';

const freeMonthFacts = z.object({ customer: z.string(), subscription: z.string(), paymentMethod: z.string().nullable(), why: z.string() });
type FreeMonthFacts = z.infer<typeof freeMonthFacts>;
type Given = { given: true };

interface Options {
  db: Db;
  operations: Operations;
  facts: PlanFacts;
  gifts: GiftLimits;
}

const kind = 'freeMonths';
const notOffered = () => new Failure(409, 'not_offered', 'This offer isn’t available for your plan');

/** Gives a running plan its next month free (docs/rules/billing.md#free-month-of-a-running-plan). */
export class FreeMonthService {
  readonly #options: Options;
  readonly #operation: OperationKind<FreeMonthFacts, Given>;

  constructor(options: Options) {
    this.#options = options;
    this.#operation = options.operations.define<FreeMonthFacts, Given>('subscription.free-month', freeMonthFacts, execute);
  }

  /** Whether the plan's member can take a free month now. */
  async isOpen(id: string): Promise<boolean> {
    const { db, facts, gifts } = this.#options;
    const found = await facts.subscription(id);
    if (!mayBeFree(found)) return false;
    const { customer } = found.subscription;
    return gifts.mayTake(kind, { customer, members: await receiverOf(db, { customer, paymentMethod: cardOf(found) }) });
  }

  /** @param route of the member's call. @throws Failure 409 `not_offered` */
  async take(id: string, why: string, by: Principal, { route, key }: { route: string; key: string }): Promise<void> {
    const { facts, gifts } = this.#options;
    const found = await facts.subscription(id);
    const { customer } = found.subscription;
    const request = changeRequest(route, customer, { key, by, request: { id, why } });
    await this.#operation.run(
      request,
      async () => {
        if (!mayBeFree(found)) throw notOffered();
        return { customer, subscription: id, paymentMethod: cardOf(found), why };
      },
      async (tx, { operation, facts: { paymentMethod } }) => {
        const members = await receiverOf(tx, { customer, paymentMethod });
        const gift = { kind, source: operation, operation, customer, members, isTaken: true } as const;
        await gifts.count(tx, by, gift).catch((error: unknown) => {
          throw error instanceof GiftLimitExceeded ? notOffered() : error;
        });
      },
    );
  }
}

/** Another coupon or a schedule would change what the next month costs. */
function mayBeFree({ subscription, plans }: SubscriptionPlans): boolean {
  const { status, cancel_at_period_end: ends, cancel_at: endsAt, schedule } = subscription;
  const isPlain = problemOf(subscription, plans.schedules) === null && !isDiscounted(subscription, plans.customer);
  return status === 'active' && !ends && endsAt == null && schedule === null && isPlain;
}

const cardOf = ({ subscription, plans }: SubscriptionPlans): string | null => chargedFor(subscription, plans.customer) ?? null;

async function execute(run: OperationRun<FreeMonthFacts>): Promise<Outcome<Given>> {
  const { customer, subscription, why } = run.facts;
  await run.write('subscription', 'free-month', (step) => run.payments.changeSubscription(step, subscription, { freeNextMonth: true }));
  return {
    status: 200,
    body: { given: true },
    async within(tx, at) {
      await writeNote(tx, { customer, note: `The next month is free. ${why}`, agent: run.by.name, operation: run.id, at });
      await writeAudit(tx, { ...auditOf(run, 'subscription.free-month'), why, at });
    },
  };
}
