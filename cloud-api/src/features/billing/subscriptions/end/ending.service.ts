import { z } from 'zod';
import { discontinueSubscription, terminateSubscription } from '@washdesk/contracts/billing/plans/plan-change';
import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import { isLockedForSeller, lockedForSeller, mayNotHaveCompletedCycle } from '@washdesk/rules/plans/plan-changes';
import { awaitsFirstPayment } from '@washdesk/rules/plans/statuses';
import { writeAudit } from '../../../../audit/audit.ts';
import { requireRight, type Principal } from '../../../../common/caller.ts';
import type { Db } from '../../../../db/pool.ts';
import { noteAbandoned, writePlanChangeDocuments } from '../../../../documents/plan-documents.ts';
import type { OperationRun } from '../../../../operations/operation-run.ts';
import type { Outcome } from '../../../../operations/operation.ts';
import type { OperationKind, Operations } from '../../../../operations/operations.ts';
import { withProviderFailures } from '../../../../operations/provider-failures.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { PaymentsReader } from '../../../../ports/payments.ts';
import { planBeforeSchema, auditOf, changeRequest, refuseUnchangeable, planBefore, viewChanged } from '../change/changed-plans.ts';
import { heldScheduleFacts, heldSchedule, withoutSchedule } from '../change/held-schedule.ts';
import { openInvoicesOf } from '../plan-facts.store.ts';
import type { PlanFacts } from '../plan-facts.ts';
import { draftsOf, voidInvoicesOfEndedPlan } from './ended-invoices.ts';

const endingFacts = z.object({
  customer: z.string(),
  subscription: z.string(),
  before: planBeforeSchema,
  held: heldScheduleFacts.nullable(),
  reason: z.string(),
  warning: z.string().nullable(),
  /** Renewals not collected yet. */
  drafts: z.array(z.string()),
});
type EndingFacts = z.infer<typeof endingFacts>;

interface Discontinued {
  subscriptions: Subscription[];
  warning: string | null;
}

interface Terminated {
  subscriptions: Subscription[];
  open_invoices: { id: string; number: string | null; amount_remaining: number }[];
}

interface Options {
  db: Db;
  operations: Operations;
  payments: PaymentsReader;
  facts: PlanFacts;
  clock: Clock;
}

/** Ends a plan: with its period, or now (docs/rules/billing.md#discontinue-and-terminate). */
export class EndingService {
  readonly #db: Db;
  readonly #payments: PaymentsReader;
  readonly #facts: PlanFacts;
  readonly #clock: Clock;
  readonly #discontinue: OperationKind<EndingFacts, Discontinued>;
  readonly #terminate: OperationKind<EndingFacts, Terminated>;

  constructor({ db, operations, payments, facts, clock }: Options) {
    this.#db = db;
    this.#payments = payments;
    this.#facts = facts;
    this.#clock = clock;
    this.#discontinue = operations.define<EndingFacts, Discontinued>('subscription.discontinue', endingFacts, (run) =>
      this.#executeDiscontinue(run),
    );
    this.#terminate = operations.define<EndingFacts, Terminated>('subscription.terminate', endingFacts, (run) =>
      this.#executeTerminate(run),
    );
  }

  /** @throws Failure 403 for a cashier who sold it within 48 hours, 404 `subscription_not_found`, 409 `not_changeable` */
  async discontinue(id: string, reason: string, by: Principal, key: string): Promise<Discontinued> {
    const { customer } = (await this.#facts.subscription(id)).subscription;
    const request = changeRequest(discontinueSubscription.path, customer, { key, by, request: { id, reason } });
    const { body } = await this.#discontinue.run(request, async () => {
      const { subscription } = await this.#facts.subscription(id);
      const isLocked = !awaitsFirstPayment(subscription.status) && isLockedForSeller(subscription, by, this.#clock.now());
      if (isLocked) requireRight(by, 'User', lockedForSeller);
      return this.#decide('discontinue', id, reason);
    });
    return body;
  }

  /** @throws Failure 404 `subscription_not_found`, 409 `not_changeable` */
  async terminate(id: string, reason: string, by: Principal, key: string): Promise<Terminated> {
    const { customer } = (await this.#facts.subscription(id)).subscription;
    const request = changeRequest(terminateSubscription.path, customer, { key, by, request: { id, reason } });
    const { body } = await this.#terminate.run(request, () => this.#decide('terminate', id, reason));
    return body;
  }

  async #decide(run: 'discontinue' | 'terminate', id: string, reason: string): Promise<EndingFacts> {
    const found = await this.#facts.subscription(id);
    refuseUnchangeable(run, found);
    const { subscription, plans } = found;
    const isBilled = subscription.latest_invoice && plans.invoices.has(subscription.latest_invoice);
    return {
      customer: subscription.customer,
      subscription: id,
      before: planBefore(subscription),
      held: heldSchedule(subscription, plans.schedules, this.#clock.now()),
      reason,
      warning: isBilled ? null : mayNotHaveCompletedCycle,
      drafts: run === 'terminate' ? await this.#drafts(subscription.customer, id) : [],
    };
  }

  async #drafts(customer: string, subscription: string): Promise<string[]> {
    const drafts = await withProviderFailures(draftsOf(this.#payments, customer, subscription));
    return drafts.map(({ id }) => id);
  }

  async #executeDiscontinue(run: OperationRun<EndingFacts>): Promise<Outcome<Discontinued>> {
    const { subscription: id, before, reason, warning } = run.facts;
    if (awaitsFirstPayment(before.status)) {
      const { body, ...ended } = await this.#abandon(run);
      return { ...ended, body: { subscriptions: body.subscriptions, warning: null } };
    }
    const subscription = await withoutSchedule(run, () =>
      run.write('subscription', 'discontinue', (step) =>
        run.payments.changeSubscription(step, id, { cancelAtPeriodEnd: true, comment: reason }),
      ),
    );
    const ends = subscription.items.data[0]?.current_period_end ?? null;
    const after = { ...planBefore(subscription), ends };
    const audit = { ...auditOf(run, 'subscription.discontinued'), before, after, why: reason };
    return {
      status: 200,
      body: { subscriptions: await viewChanged(this.#facts, { subscription }), warning },
      async within(tx, at) {
        await writeAudit(tx, { ...audit, at });
        await writePlanChangeDocuments(tx, run, { change: 'discontinue', subscription, ends, reason }, at);
      },
    };
  }

  async #executeTerminate(run: OperationRun<EndingFacts>): Promise<Outcome<Terminated>> {
    const { subscription: id, before, reason, drafts } = run.facts;
    if (awaitsFirstPayment(before.status)) return this.#abandon(run);
    const subscription = await withoutSchedule(run, () =>
      run.write('subscription', 'terminate', (step) => run.payments.cancelSubscription(step, id, reason)),
    );
    const voided = (await voidInvoicesOfEndedPlan(run, { subscription, neverBegan: false, drafts })).map((one) => one.id);
    const invoice = subscription.latest_invoice ? await run.read('invoice', subscription.latest_invoice) : null;
    const open = (await openInvoicesOf(this.#db, id, invoice)).filter((one) => !voided.includes(one.id));
    const after = { ...planBefore(subscription), openInvoices: open.map((one) => one.id), ...(voided.length > 0 && { voided }) };
    const audit = { ...auditOf(run, 'subscription.terminated'), before, after, why: reason };
    return {
      status: 200,
      body: {
        subscriptions: await viewChanged(this.#facts, { subscription, invoice }),
        open_invoices: open.map(({ id: invoiceId, number, amount_remaining }) => ({ id: invoiceId, number, amount_remaining })),
      },
      async within(tx, at) {
        await writeAudit(tx, { ...audit, at });
        await writePlanChangeDocuments(tx, run, { change: 'terminate', subscription, ends: subscription.ended_at, reason }, at);
      },
    };
  }

  /** Ends a plan whose first payment was never made. Nothing stays due. Writes only a note: a receipt would be empty. */
  async #abandon(run: OperationRun<EndingFacts>): Promise<Outcome<Terminated>> {
    const { subscription: id, before, reason } = run.facts;
    const subscription = await run.write('subscription', 'terminate', (step) => run.payments.cancelSubscription(step, id, reason));
    const voided = await voidInvoicesOfEndedPlan(run, { subscription, neverBegan: true, drafts: [] });
    const after = { ...planBefore(subscription), voided: voided.map((one) => one.id) };
    const audit = { ...auditOf(run, 'subscription.abandoned'), before, after, why: reason };
    return {
      status: 200,
      body: { subscriptions: await viewChanged(this.#facts, { subscription, invoice: voided[0] ?? null }), open_invoices: [] },
      async within(tx, at) {
        await writeAudit(tx, { ...audit, at });
        await noteAbandoned(tx, run, subscription, reason, at);
      },
    };
  }
}
