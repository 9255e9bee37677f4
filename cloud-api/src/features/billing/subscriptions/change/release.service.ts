import { z } from 'zod';
import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import { releaseSchedule } from '@washdesk/contracts/billing/plans/subscription-schedule';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { siteDate } from '@washdesk/rules/dates/dates';
import { clearedNextPrice, nextPriceMetadata } from '@washdesk/rules/plans/plan-changes';
import { writeAudit } from '../../../../audit/audit.ts';
import type { Principal } from '../../../../common/caller.ts';
import { Failure, notFound } from '../../../../common/failure.ts';
import type { Db } from '../../../../db/pool.ts';
import { writeNote } from '../../../../documents/note.ts';
import { mirrored } from '../../../../mirror/reads/mirrored.ts';
import { priceIdOf } from '../../../../mirror/reads/price-id.ts';
import type { OperationRun } from '../../../../operations/operation-run.ts';
import type { Outcome } from '../../../../operations/operation.ts';
import type { OperationKind, Operations } from '../../../../operations/operations.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { PlanFacts } from '../plan-facts.ts';
import { auditOf, changeRequest, readChanged, viewChanged } from './changed-plans.ts';
import { increaseSchema, increaseOf } from './held-schedule.ts';

type Changed = { subscriptions: Subscription[] };

const releaseFacts = z.object({
  customer: z.string(),
  subscription: z.string(),
  schedule: z.string(),
  increase: increaseSchema,
  customerMetadata: z.record(z.string(), z.string()),
  note: z.string(),
});
type ReleaseFacts = z.infer<typeof releaseFacts>;

interface Options {
  db: Db;
  operations: Operations;
  facts: PlanFacts;
  clock: Clock;
}

/** Cancels a scheduled price increase (docs/rules/billing.md#price-increases). */
export class ReleaseService {
  readonly #db: Db;
  readonly #facts: PlanFacts;
  readonly #clock: Clock;
  readonly #operation: OperationKind<ReleaseFacts, Changed>;

  constructor({ db, operations, facts, clock }: Options) {
    this.#db = db;
    this.#facts = facts;
    this.#clock = clock;
    this.#operation = operations.define<ReleaseFacts, Changed>('schedule.release', releaseFacts, (run) => this.#execute(run));
  }

  /**
   * @param undoing the release undoes a bulk increase: no price is kept for the member
   * @throws Failure 404 `no_schedule`, 409 `increase_begun`
   */
  async release(id: string, by: Principal, key: string, undoing = false): Promise<Changed> {
    const found = await mirrored(this.#db, 'schedule', id);
    if (!found) throw noSchedule();
    const request = changeRequest(releaseSchedule.path, found.customer, { key, by, request: { id } });
    const priority = undoing ? 'background' : 'interactive';
    return (await this.#operation.run({ ...request, priority }, () => this.#decide(id, undoing))).body;
  }

  async #decide(id: string, undoing: boolean): Promise<ReleaseFacts> {
    const now = this.#clock.now();
    const held = await this.#held(id);
    const { subscription } = await this.#facts.subscription(held.subscription);
    const increase = increaseOf(held, now);
    if (!increase) throw new Failure(409, 'increase_begun', 'This increase has already started. Change the price instead');
    const kept = await this.#facts.plan(priceIdOf(subscription) ?? '');
    const later = await this.#facts.plan(increase.price);
    return {
      customer: held.customer,
      subscription: held.subscription,
      schedule: id,
      increase,
      customerMetadata: undoing ? { ...clearedNextPrice } : nextPriceMetadata(kept.price, now),
      note: removedNote(kept.amount, later.amount, new Date(increase.startsAt * 1_000)),
    };
  }

  async #held(id: string) {
    const found = await mirrored(this.#db, 'schedule', id);
    const subscription = found?.subscription;
    if (!found || !subscription || found.status !== 'active') throw noSchedule();
    return { ...found, subscription };
  }

  async #execute(run: OperationRun<ReleaseFacts>): Promise<Outcome<Changed>> {
    const { customer, subscription: id, schedule: scheduleId, increase, customerMetadata: metadata, note } = run.facts;
    const released = await run.write('schedule', 'release', (step) => run.payments.releaseSchedule(step, scheduleId));
    await run.write('customer', 'next-price', (step) => run.payments.updateCustomer(step, customer, { metadata }));
    const subscription = await readChanged(run, id);
    const change = {
      before: { schedule: scheduleId, price: increase.price, from: increase.startsAt },
      after: { schedule: null, price: priceIdOf(subscription) },
    };
    return {
      status: 200,
      body: { subscriptions: await viewChanged(this.#facts, { subscription, schedules: [released] }) },
      async within(tx, at) {
        await writeNote(tx, { customer, note, agent: run.by.name, operation: run.id, at });
        await writeAudit(tx, { ...auditOf(run, 'subscription.increase-released'), ...change, at });
      },
    };
  }
}

const noSchedule = (): Failure => notFound('no_schedule', 'No Schedule Found for this subscription');

const removedNote = (kept: number, later: number, start: Date): string =>
  `Price increase removed: from ${centsToDollars(kept)} to ${centsToDollars(later)} on ${siteDate(start, 'UTC')}`;
