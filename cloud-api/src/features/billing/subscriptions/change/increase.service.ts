import { z } from 'zod';
import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import { scheduleIncrease } from '@washdesk/contracts/billing/plans/subscription-schedule';
import { monthlyTotal } from '@washdesk/rules/billing/plan-tax';
import { customerKeys, scheduleKeys } from '@washdesk/rules/company/metadata-keys';
import { epochSeconds, siteDate } from '@washdesk/rules/dates/dates';
import type { OfferedPlan } from '@washdesk/rules/plans/offered-plan';
import { clearingKeptPrice, increaseItem, increaseStart, isIncrease } from '@washdesk/rules/plans/plan-changes';
import { increaseNote, type NotedPlan } from '@washdesk/rules/plans/plan-notes';
import { writeAudit } from '../../../../audit/audit.ts';
import type { Principal } from '../../../../common/caller.ts';
import { badRequest, Failure } from '../../../../common/failure.ts';
import { writeNote } from '../../../../documents/note.ts';
import { priceIdOf } from '../../../../mirror/reads/price-id.ts';
import { actorMetadata } from '../../../../operations/actor-metadata.ts';
import type { OperationRun } from '../../../../operations/operation-run.ts';
import type { Outcome } from '../../../../operations/operation.ts';
import type { OperationKind, Operations } from '../../../../operations/operations.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { PlanFacts, SubscriptionPlans } from '../plan-facts.ts';
import { auditOf, changeRequest, readChanged, refuseUnchangeable, viewChanged } from './changed-plans.ts';
import { heldScheduleFacts, increaseSchema, heldSchedule, createSchedule, withoutSchedule } from './held-schedule.ts';

type IncreaseRequest = z.output<typeof scheduleIncrease.body>;
type Changed = { subscriptions: Subscription[] };

const increaseFacts = z.object({
  customer: z.string(),
  subscription: z.string(),
  held: heldScheduleFacts.nullable(),
  from: z.object({ price: z.string(), amount: z.number() }),
  increase: increaseSchema,
  amount: z.number(),
  /** Metadata of the customer that no longer holds: the acknowledgement of an earlier increase, a kept price. */
  outdated: z.record(z.string(), z.string()),
  note: z.string(),
});
type IncreaseFacts = z.infer<typeof increaseFacts>;

/** Additions for an increase that is part of a bulk increase. */
export interface PartOfBulk {
  /** The bulk increase's id, stored on the schedule. */
  id: string;
  /** Refuses a member to skip; called while no other change of the customer is in progress. @throws Failure */
  refuse: (found: SubscriptionPlans) => Promise<void>;
}

interface Options {
  operations: Operations;
  facts: PlanFacts;
  clock: Clock;
}

/** Schedules a higher price from a coming 1st (docs/rules/billing.md#price-increases). */
export class IncreaseService {
  readonly #facts: PlanFacts;
  readonly #clock: Clock;
  readonly #operation: OperationKind<IncreaseFacts, Changed>;

  constructor({ operations, facts, clock }: Options) {
    this.#facts = facts;
    this.#clock = clock;
    this.#operation = operations.define<IncreaseFacts, Changed>('schedule.increase', increaseFacts, (run) => this.#execute(run));
  }

  /** @throws Failure 400 `invalid_request` for the date, 404, 409 `not_changeable`, `price_changed`, `not_an_increase`, `price_out_of_range` */
  async schedule(wanted: IncreaseRequest, by: Principal, key: string, bulk?: PartOfBulk): Promise<Changed> {
    const { customer } = (await this.#facts.subscription(wanted.subscriptionId)).subscription;
    const request = changeRequest(scheduleIncrease.path, customer, { key, by, request: wanted });
    const priority = bulk ? 'background' : 'interactive';
    return (await this.#operation.run({ ...request, priority }, () => this.#decide(wanted, by, bulk))).body;
  }

  /** Whether `schedule` would begin now; changes nothing. @throws Failure as `schedule` would */
  async check(wanted: IncreaseRequest, by: Principal, bulk: PartOfBulk): Promise<void> {
    await this.#decide(wanted, by, bulk);
  }

  async #decide(wanted: IncreaseRequest, by: Principal, bulk?: PartOfBulk): Promise<IncreaseFacts> {
    const now = this.#clock.now();
    const found = await this.#facts.subscription(wanted.subscriptionId);
    await bulk?.refuse(found);
    refuseUnchangeable('increase', found);
    const { subscription, plans } = found;
    const [from, to] = await Promise.all([this.#facts.plan(priceIdOf(subscription) ?? ''), this.#facts.plan(wanted.newPrice)]);
    refuseOutdated(wanted, from, to);
    const start = beginOfIncrease(from, to, { date: wanted.effectiveDate, now });
    await this.#facts.refuseOutOfRange(to, plans.customer);
    const noted = ({ name, amount }: OfferedPlan): NotedPlan => ({
      plan: name,
      price: amount,
      total: monthlyTotal(amount, subscription, plans.customer),
    });
    const metadata: Record<string, string> = {
      ...actorMetadata(by),
      [scheduleKeys.item]: increaseItem(to),
      [scheduleKeys.originalPrice]: from.price,
    };
    if (bulk) metadata[scheduleKeys.bulkIncrease] = bulk.id;
    return {
      customer: subscription.customer,
      subscription: subscription.id,
      held: heldSchedule(subscription, plans.schedules, now),
      from: { price: from.price, amount: from.amount },
      increase: { price: to.price, startsAt: epochSeconds(start), metadata },
      amount: to.amount,
      note: increaseNote(noted(from), noted(to), siteDate(start, 'UTC')),
      outdated: {
        ...(plans.customer.metadata?.[customerKeys.scheduleAcknowledged] === 'true' && { [customerKeys.scheduleAcknowledged]: '' }),
        ...clearingKeptPrice(plans.customer.metadata, null),
      },
    };
  }

  async #execute(run: OperationRun<IncreaseFacts>): Promise<Outcome<Changed>> {
    const { customer, subscription: id, held, from, increase, amount, outdated, note } = run.facts;
    const made = await withoutSchedule(run, () => createSchedule(run, 'increase', increase, run.facts));
    if (Object.keys(outdated).length > 0)
      await run.write('customer', 'announce', (step) => run.payments.updateCustomer(step, customer, { metadata: outdated }));
    const subscription = await readChanged(run, id);
    const before = { ...from, replaces: held?.id ?? null };
    const after = { price: increase.price, amount, from: increase.startsAt, schedule: made.id };
    return {
      status: 200,
      body: { subscriptions: await viewChanged(this.#facts, { subscription, schedules: [made] }) },
      async within(tx, at) {
        await writeNote(tx, { customer, note, agent: run.by.name, operation: run.id, at });
        await writeAudit(tx, { ...auditOf(run, 'subscription.increase-scheduled'), before, after, at });
      },
    };
  }
}

/**
 * Returns when an increase begins: by default the next 1st.
 * @throws Failure 409 `not_an_increase`, 400 `invalid_request` for the date
 */
export function beginOfIncrease(from: OfferedPlan, to: OfferedPlan, { date, now }: { date: string | undefined; now: Date }): Date {
  if (!isIncrease(from, to))
    throw new Failure(409, 'not_an_increase', 'The new price must be a higher one of the same plan at the same location');
  const start = increaseStart(date, now);
  if (!start) throw badRequest('body.effectiveDate', 'must be the 1st of one of the next six months');
  return start;
}

/** @throws Failure 409 `price_changed` if the screen showed another price */
function refuseOutdated({ originalPrice, increasedPrice }: IncreaseRequest, from: OfferedPlan, to: OfferedPlan): void {
  const same = (originalPrice ?? from.price) === from.price && (increasedPrice ?? to.amount) === to.amount;
  if (same) return;
  const details = { price: from.price, newAmount: to.amount };
  throw new Failure(409, 'price_changed', 'The price of this plan has changed', { details });
}
