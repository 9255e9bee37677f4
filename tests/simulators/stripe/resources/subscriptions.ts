import { matches } from '../matching.ts';
import { listOperation, retrieveOperation, updateOperation, type Operation } from '../operation.ts';
import { invalidParameter } from '../wire/errors.ts';
import { mergedMetadata } from '../wire/metadata.ts';
import type { Objects } from '../store.ts';

const statuses = ['active', 'canceled', 'incomplete', 'incomplete_expired', 'past_due', 'paused', 'trialing', 'unpaid'];
const endedStatuses = ['canceled', 'incomplete_expired'];

/** The list's `status`: without it the ended ones stay out; 'all' and 'ended' are Stripe's own groups. */
function hasStatus(wanted: string | undefined): (status: string) => boolean {
  if (wanted === undefined) return (status) => !endedStatuses.includes(status);
  if (wanted === 'all') return () => true;
  if (wanted === 'ended') return (status) => endedStatuses.includes(status);
  if (!statuses.includes(wanted)) throw invalidParameter('status', `Invalid status: must be one of ${statuses.join(', ')}, all, or ended`);
  return (status) => status === wanted;
}

export const subscriptionOperations: readonly Operation[] = [
  listOperation({
    kind: 'subscription',
    path: '/v1/subscriptions',
    filters: ['customer', 'price', 'status', 'created'],
    where(input) {
      const same = matches<Objects['subscription']>({ customer: input.text('customer') });
      const price = input.text('price');
      const created = input.range('created');
      const status = hasStatus(input.text('status'));
      return (subscription) =>
        status(subscription.status) &&
        same(subscription) &&
        created(subscription.created) &&
        (price === undefined || subscription.item.priceId === price);
    },
  }),
  retrieveOperation('subscription', '/v1/subscriptions'),
  updateOperation('subscription', '/v1/subscriptions', ['metadata'], (subscription, input) => ({
    metadata: mergedMetadata(subscription.metadata, input),
  })),
  listOperation({
    kind: 'subscription_schedule',
    path: '/v1/subscription_schedules',
    filters: ['customer', 'created'],
    where(input) {
      const same = matches<Objects['subscription_schedule']>({ customer: input.text('customer') });
      const created = input.range('created');
      return (schedule) => same(schedule) && created(schedule.created);
    },
  }),
  retrieveOperation('subscription_schedule', '/v1/subscription_schedules'),
];
