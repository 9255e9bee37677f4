import { z } from 'zod';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { Principal } from '../../../common/caller.ts';
import type { ProviderInvoice, ProviderSubscription } from '../../../common/provider-objects.ts';
import type { Db } from '../../../db/pool.ts';
import { defaultCardOf } from '../../../mirror/reads/live-customer.ts';
import { mirrored, mirroredLive } from '../../../mirror/reads/mirrored.ts';
import { recordAttachedCard } from '../../../operations/declined-cards.ts';
import type { OperationRun } from '../../../operations/operation-run.ts';
import { exclusiveOfCustomer, type Outcome } from '../../../operations/operation.ts';
import type { Operations } from '../../../operations/operations.ts';
import { makeCardDefault, paidPlanFacts, type BegunPlan } from './paid-plan.ts';

const kindName = 'plan.take-card';

const factsSchema = z.object({ plan: paidPlanFacts, paymentMethod: z.string(), defaultBefore: z.string().nullable() });
type Facts = z.infer<typeof factsSchema>;

/** @throws Failure as an operation does; PaymentsUnavailable */
type TakeCard = (begun: BegunPlan, by: Principal) => Promise<void>;

/** Makes the card that paid a plan's first invoice at Stripe directly the default of the plan and the customer, once per plan. */
export function takeCardOfBegunPlan(db: Db, operations: Operations): TakeCard {
  const take = operations.define<Facts>(kindName, factsSchema, execute);
  return async ({ begins, subscription, invoice }, principal) => {
    const paymentMethod = await payingCard(db, invoice, subscription);
    if (paymentMethod === null) return;
    const { id, customer } = subscription;
    const owner = await mirroredLive(db, 'customer', customer);
    const defaultBefore = owner && defaultCardOf(owner);
    const takesCard = subscription.default_payment_method !== paymentMethod;
    if (!takesCard && defaultBefore === paymentMethod) return;
    const request = {
      route: kindName,
      key: id,
      request: { subscription: id },
      principal,
      customer,
      exclusive: exclusiveOfCustomer(customer),
    };
    await take.run(request, () =>
      Promise.resolve({ plan: { subscription: id, customer, begins, takesCard }, paymentMethod, defaultBefore }),
    );
  };
}

/** Returns the customer's stored card that paid; null if the invoice was paid another way. */
async function payingCard(db: Db, { payments }: ProviderInvoice, { customer }: ProviderSubscription): Promise<string | null> {
  const intent = payments?.data.findLast(({ status }) => status === 'paid')?.payment.payment_intent;
  const id = intent ? (await mirrored(db, 'payment_intent', intent))?.payment_method : null;
  const card = id ? await mirroredLive(db, 'payment_method', id) : null;
  return card?.customer === customer ? card.id : null;
}

async function execute(run: OperationRun<Facts>): Promise<Outcome> {
  const { plan, paymentMethod, defaultBefore } = run.facts;
  const refused = await makeCardDefault(run, plan, paymentMethod);
  return {
    status: 200,
    body: {},
    async within(tx, at) {
      await recordAttachedCard(tx, paymentMethod, plan.customer, at);
      await writeAudit(tx, {
        ...auditBy(run.by),
        action: 'card.made-default',
        subject: `customer:${plan.customer}`,
        before: { paymentMethod: defaultBefore },
        after: { paymentMethod, subscription: plan.subscription, ...(refused && { refused }) },
        why: 'paid the plan at Stripe',
        at,
      });
    },
  };
}
