import { operationOf, subscriptionKeys } from '@washdesk/rules/company/metadata-keys';
import { isMember } from '@washdesk/rules/plans/statuses';
import { programPrincipal, type Principal } from '../../../common/caller.ts';
import type { ProviderSubscription } from '../../../common/provider-objects.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import { hasPlanBegun, type EnqueueWelcome } from '../../../documents/begun-plan.ts';
import { causeOf, type Attempt, type ClaimedJob } from '../../../jobs/job.ts';
import { mirrored } from '../../../mirror/reads/mirrored.ts';
import { isExcluded } from '../../../operations/operation.store.ts';
import { exclusiveOfCustomer } from '../../../operations/operation.ts';
import type { Operations } from '../../../operations/operations.ts';
import type { Clock } from '../../../ports/clock.ts';
import { takeCardOfBegunPlan } from './card-of-begun-plan.ts';
import { beginningOf, writeBegun, type BegunPlan } from './paid-plan.ts';

interface Parts {
  db: Db;
  clock: Clock;
  operations: Operations;
  enqueueWelcome: EnqueueWelcome;
}

/**
 * Writes once everything that follows a sign-up, for a plan whose first invoice was paid at Stripe directly (automatic retry or dashboard).
 * If a Washdesk call paid it, the call has written everything.
 */
export function completeBegunPlan({ db, clock, operations, enqueueWelcome }: Parts) {
  const takeCard = takeCardOfBegunPlan(db, operations);
  return async (job: ClaimedJob<'plan.begun'>): Promise<Attempt> => {
    const { key: id, customer } = job;
    if (customer !== null && (await isExcluded(db, exclusiveOfCustomer(customer))))
      return { kind: 'later', reason: 'Another change to this customer is in progress' };
    const paid = await begunPlanOf(db, id);
    // the card first: after a crash in between, the next run finds the plan incomplete and starts over
    if (typeof paid === 'object') await takeCard(paid, sellerOf(paid.subscription, job).by);
    return db.transaction().execute(async (tx) => {
      const begun = await begunPlanOf(tx, id);
      if (begun === 'none') return { kind: 'done', result: { written: false } };
      if (begun === 'no invoice') return { kind: 'later', reason: 'The invoice isn’t available yet' };
      await writeBegun(tx, sellerOf(begun.subscription, job), begun, enqueueWelcome, clock.now());
      return { kind: 'done', result: { written: true } };
    });
  };
}

/** Returns the running plan if its beginning is not recorded yet. */
async function begunPlanOf(db: Db | Tx, id: string): Promise<BegunPlan | 'none' | 'no invoice'> {
  const subscription = await mirrored(db, 'subscription', id);
  const begins = subscription && beginningOf(subscription);
  if (!begins || !isMember(subscription.status) || (await hasPlanBegun(db, id))) return 'none';
  const invoice = await firstInvoiceOf(db, subscription);
  return invoice ? { begins, subscription, invoice } : 'no invoice';
}

const firstInvoiceOf = (db: Db | Tx, { latest_invoice: latest }: ProviderSubscription) => (latest ? mirrored(db, 'invoice', latest) : null);

/** Returns the plan's seller, from its metadata, under the operation that was declined then. */
function sellerOf({ id, metadata }: ProviderSubscription, job: ClaimedJob): { id: string; by: Principal } {
  const operation = operationOf(metadata);
  if (operation === null) throw new Error(`No operation found for subscription ${id}`);
  const { requestId, device } = causeOf(job);
  const name = metadata[subscriptionKeys.employeeName] || 'Stripe';
  const by = programPrincipal('stripe', name, requestId, {
    employee: Number(metadata[subscriptionKeys.employeeNumber]) || null,
    site: Number(metadata[subscriptionKeys.site]) || null,
    terminal: metadata[subscriptionKeys.terminal] || null,
    device,
  });
  return { id: operation, by };
}
