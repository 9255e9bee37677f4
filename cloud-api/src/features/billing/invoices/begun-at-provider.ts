import { operationOf, subscriptionKeys } from '@washdesk/rules/company/metadata-keys';
import { isGoodStatus } from '@washdesk/rules/plans/statuses';
import { programPrincipal } from '../../../common/caller.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import type { ProviderSubscription } from '../../../db/provider-objects.ts';
import type { EnqueueWelcome } from '../../../documents/begun-plan.ts';
import type { OperationSource } from '../../../documents/operation-receipts.ts';
import { causeOf, type Attempt, type ClaimedJob } from '../../../jobs/job.ts';
import { mirrored } from '../../../mirror/reads/mirrored.ts';
import { exclusiveOfCustomer } from '../../../operations/operation.ts';
import { isExcluded } from '../../../operations/operation.store.ts';
import type { Clock } from '../../../ports/clock.ts';
import { beginningOf, writeBegun } from './paid-plan.ts';

interface Parts {
  db: Db;
  clock: Clock;
  enqueueWelcome: EnqueueWelcome;
}

/**
 * All that follows a sign-up, once, for a plan whose first invoice was paid at Stripe itself: by its automatic retry or in its dashboard.
 * Where a call of Washdesk's paid it, the call has written it all.
 */
export function completeBegunPlan({ db, clock, enqueueWelcome }: Parts) {
  return async (job: ClaimedJob<'plan.begun'>): Promise<Attempt> => {
    const { key: id, customer } = job;
    if (customer !== null && (await isExcluded(db, exclusiveOfCustomer(customer))))
      return { kind: 'later', reason: 'A change of this customer is under way' };
    return db.transaction().execute(async (tx) => {
      const subscription = await mirrored(tx, 'subscription', id);
      const begins = subscription && beginningOf(subscription);
      if (!begins || !isGoodStatus(subscription.status) || (await hasBegun(tx, id))) return { kind: 'done', result: { written: false } };
      const invoice = await firstInvoiceOf(tx, subscription);
      if (!invoice) return { kind: 'later', reason: 'Its invoice is not known yet' };
      await writeBegun(tx, sellerOf(subscription, job), { begins, subscription, invoice }, enqueueWelcome, clock.now());
      return { kind: 'done', result: { written: true } };
    });
  };
}

/** Whether the audit tells of its beginning: what follows was written in the same transaction. */
async function hasBegun(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx
    .selectFrom('audit')
    .select('id')
    .where('subject', '=', `subscription:${id}`)
    .where('action', 'in', ['subscription.started', 'subscription.reinstated'])
    .limit(1)
    .execute();
  return rows.length > 0;
}

const firstInvoiceOf = (tx: Tx, { latest_invoice: latest }: ProviderSubscription) => (latest ? mirrored(tx, 'invoice', latest) : null);

/** Whoever sold the plan, as the plan bears it, in the operation that was declined then. */
function sellerOf({ id, metadata }: ProviderSubscription, job: ClaimedJob): OperationSource {
  const operation = operationOf(metadata);
  if (operation === null) throw new Error(`the subscription ${id} is of no operation`);
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
