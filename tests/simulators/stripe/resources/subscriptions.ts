import type { Subscription } from '../objects/subscription.ts';
import { matches } from '../server/matching.ts';
import { actionOperation, answerWith, createOperation, listOperation, retrieveOperation, type Operation } from '../server/operation.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { cancelSubscription } from '../subscribe/cancel.ts';
import { createSubscription } from '../subscribe/create.ts';
import { orderFields, readOrder } from '../subscribe/order.ts';
import { PriceBook } from '../subscribe/price-book.ts';
import { cancellationDetailsOf, updateFields, updateSubscription } from '../subscribe/update.ts';
import { invalidParameter, noSuch } from '../wire/errors.ts';
import type { Input } from '../wire/input.ts';

const path = '/v1/subscriptions';
const statuses = ['active', 'past_due', 'unpaid', 'canceled', 'incomplete', 'incomplete_expired', 'trialing', 'paused'];
const endedStatuses = ['canceled', 'incomplete_expired'];

/** The list's `status`: by default, canceled ones are excluded; 'all' and 'ended' are Stripe's groups. */
function hasStatus(wanted: string | undefined): (status: string) => boolean {
  if (wanted === undefined) return (status) => !endedStatuses.includes(status);
  if (wanted === 'all') return () => true;
  if (wanted === 'ended') return (status) => endedStatuses.includes(status);
  if (!statuses.includes(wanted)) throw invalidParameter('status', `Invalid status: must be one of ${statuses.join(', ')}, all, or ended`);
  return (status) => status === wanted;
}

function create(sandbox: Sandbox, input: Input): Subscription {
  const prices = new PriceBook(sandbox);
  return createSubscription(sandbox, prices, readOrder(sandbox, prices, input));
}

const cancel: Operation = {
  method: 'DELETE',
  path: `${path}/:id`,
  parameters: ['cancellation_details', 'expand', 'invoice_now', 'prorate'],
  run(sandbox, { path: { id = '' }, input }) {
    const subscription = sandbox.store.get('subscription', id);
    if (!subscription || subscription.ended_at !== null) throw noSuch('subscription', id);
    const canceled = cancelSubscription(sandbox, id, {
      prorate: input.boolean('prorate') ?? false,
      invoiceNow: input.boolean('invoice_now') ?? false,
      cancellationDetails: cancellationDetailsOf(subscription.cancellation_details, input),
    });
    return answerWith(sandbox, canceled, input);
  },
};

export const subscriptionOperations: readonly Operation[] = [
  listOperation({
    kind: 'subscription',
    path,
    filters: ['collection_method', 'created', 'current_period_end', 'current_period_start', 'customer', 'price', 'status'],
    where(input) {
      const method = input.choice('collection_method', ['charge_automatically', 'send_invoice']);
      const same = matches<Subscription>({ customer: input.text('customer') });
      const price = input.text('price');
      const created = input.range('created');
      const periodEnd = input.range('current_period_end');
      const periodStart = input.range('current_period_start');
      const status = hasStatus(input.text('status'));
      return (subscription) =>
        (method === undefined || (subscription.billing.daysUntilDue != null) === (method === 'send_invoice')) &&
        status(subscription.status) &&
        same(subscription) &&
        created(subscription.created) &&
        subscription.billing.items.some(({ period }) => periodEnd(period.end) && periodStart(period.start)) &&
        (price === undefined || subscription.billing.items.some((item) => item.price.id === price));
    },
  }),
  retrieveOperation('subscription', path),
  createOperation(path, orderFields, create),
  actionOperation({
    kind: 'subscription',
    path: `${path}/:id`,
    parameters: updateFields,
    run: (sandbox, { id }, input) => updateSubscription(sandbox, id, input),
  }),
  cancel,
];
