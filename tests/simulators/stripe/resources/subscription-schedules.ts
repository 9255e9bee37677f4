import type { SubscriptionSchedule } from '../objects/subscription-schedule.ts';
import { matches } from '../server/matching.ts';
import { actionOperation, createOperation, listOperation, retrieveOperation, type Operation } from '../server/operation.ts';
import { cancelSchedule, releaseScheduleNow, scheduleFromSubscription, updateSchedule } from '../subscribe/schedules.ts';

const kind = 'subscription_schedule';
const path = '/v1/subscription_schedules';

export const subscriptionScheduleOperations: readonly Operation[] = [
  listOperation({
    kind,
    path,
    filters: ['canceled_at', 'created', 'customer', 'released_at', 'scheduled'],
    where(input) {
      const same = matches<SubscriptionSchedule>({ customer: input.text('customer') });
      const created = input.range('created');
      const [canceledAt, releasedAt] = [input.range('canceled_at'), input.range('released_at')];
      const notBegun = input.boolean('scheduled') === true;
      return (schedule) =>
        same(schedule) &&
        created(schedule.created) &&
        (!input.has('canceled_at') || canceledAt(schedule.canceled_at ?? Number.NaN)) &&
        (!input.has('released_at') || releasedAt(schedule.released_at ?? Number.NaN)) &&
        // every schedule is created from a started subscription
        !notBegun;
    },
  }),
  retrieveOperation(kind, path),
  createOperation(path, ['from_subscription', 'metadata'], scheduleFromSubscription),
  actionOperation({
    kind,
    path: `${path}/:id`,
    parameters: ['end_behavior', 'metadata', 'phases', 'proration_behavior'],
    run: updateSchedule,
  }),
  actionOperation({ kind, path: `${path}/:id/release`, parameters: [], run: (sandbox, schedule) => releaseScheduleNow(sandbox, schedule) }),
  actionOperation({ kind, path: `${path}/:id/cancel`, parameters: ['invoice_now', 'prorate'], run: cancelSchedule }),
];
