import { z } from 'zod';
import { customerKeys, subscriptionKeys } from '@washdesk/rules/company/metadata-keys';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import { programPrincipal, type Principal } from '../../../common/caller.ts';
import type { Db } from '../../../db/pool.ts';
import { attemptFromError } from '../../../jobs/attempt-from-error.ts';
import { causeOf, type Attempt, type ClaimedJob } from '../../../jobs/job.ts';
import { mirrored } from '../../../mirror/reads/mirrored.ts';
import type { OperationRun } from '../../../operations/operation-run.ts';
import { exclusiveOfCustomer, type Outcome } from '../../../operations/operation.ts';
import type { Operations } from '../../../operations/operations.ts';
import type { ReceiptOf } from './receipt.ts';
import { recordById, receiptSubject } from './receipts.store.ts';

const kindName = 'increase.acknowledge';

const factsSchema = z.object({
  receipt: z.string(),
  customer: z.string(),
  subscription: z.string(),
  site: z.number().nullable(),
});
type Facts = z.infer<typeof factsSchema>;

/** Returns who gave the member the notice, as the notice names them. */
const teller = (
  { employee, agent, site, terminal }: ReceiptOf<'priceincrease'>,
  { requestId, device }: ReturnType<typeof causeOf>,
): Principal => ({
  ...programPrincipal(employee === null ? 'receipts' : String(employee), agent ?? 'Receipts', requestId, {
    employee,
    site,
    terminal,
    device,
  }),
  kind: employee === null ? 'service' : 'staff',
});

/** Records that the member was told of the coming price, so that it is not announced again (docs/rules/billing.md#price-increases). */
export function acknowledgeIncrease({ db, operations }: { db: Db; operations: Operations }) {
  const acknowledging = operations.define<Facts>(kindName, factsSchema, execute);
  return async (job: ClaimedJob<'increase.acknowledge'>): Promise<Attempt> => {
    const { key } = job;
    const receipt = await recordById(db, key);
    if (receipt?.kind !== 'priceincrease' || receipt.customer === null) return { kind: 'refused', reason: 'Notice not found' };
    const { customer, site, facts } = receipt;
    const schedule = await mirrored(db, 'schedule', (await receiptSubject(db, key)) ?? '');
    // the increase was replaced or removed meanwhile, so the member was not told of the current one
    if (schedule?.status !== 'active') return { kind: 'done', result: { acknowledged: false } };
    const about = { route: kindName, key, request: { receipt: key }, customer, exclusive: exclusiveOfCustomer(customer) };
    const told = async (): Promise<Facts> => ({ receipt: key, customer, subscription: facts.subscription, site });
    try {
      await acknowledging.run({ ...about, principal: teller(receipt, causeOf(job)) }, told);
      return { kind: 'done', result: { acknowledged: true } };
    } catch (error) {
      return attemptFromError(error);
    }
  };
}

async function execute(run: OperationRun<Facts>): Promise<Outcome> {
  const { receipt, customer, subscription, site } = run.facts;
  const customers = { [customerKeys.scheduleAcknowledged]: 'true' };
  const subscriptions = { [subscriptionKeys.acknowledged]: 'true', [subscriptionKeys.acknowledgedSite]: site === null ? '' : String(site) };
  await run.write('subscription', 'subscription', (step) =>
    run.payments.changeSubscription(step, subscription, { metadata: subscriptions }),
  );
  // the flag that stops the notices is written last: after a crash the notice is printed again rather than never
  await run.write('customer', 'customer', (step) => run.payments.updateCustomer(step, customer, { metadata: customers }));
  return {
    status: 200,
    body: { receipt },
    within: (tx, at) =>
      writeAudit(tx, {
        ...auditBy(run.by),
        site,
        action: 'subscription.increase-acknowledged',
        subject: `subscription:${subscription}`,
        after: { receipt, ...customers, ...subscriptions },
        at,
      }),
  };
}
