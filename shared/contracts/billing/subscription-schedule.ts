import { z } from 'zod';
import { atLeastRole, endpoint } from '../endpoint.ts';
import { subscription } from './subscription.ts';
import { providerId } from '../values.ts';

const subscriptions = z.array(subscription);

/**
 * What a price increase is scheduled with (docs/rules/billing.md#price-increases). `newPrice` is the price's id; `originalPrice` and `increasedPrice` say what the screen showed: the
 * id of the price paid so far and the new amount in cents, 409 `price_changed` where that is not so any more. Everything else follows
 * from the subscription and the price. 400 `invalid_date`, 409 `not_changeable`, `not_an_increase`, `price_out_of_range`.
 */
export const scheduleIncrease = endpoint({
  id: 'scheduleIncrease',
  method: 'POST',
  path: '/subscriptionschedule',
  access: atLeastRole('Scheduler'),
  summary: 'Schedule a price increase, in place of the one there may be',
  body: z.object({
    subscriptionId: providerId,
    newPrice: providerId,
    originalPrice: providerId.optional(),
    increasedPrice: z.int().nonnegative().optional(),
    /** The 1st of one of the next six months; the next one unless given. */
    effectiveDate: z.iso.date().optional(),
  }),
  response: z.object({ subscriptions }),
  idempotency: 'required',
});

/**
 * The price paid today is kept for the customer for one month. SalesManager and above: the schedule release page's rule, the lower of two
 * readings. 404 'No Schedule Found for this subscription', 409 `increase_begun`.
 */
export const releaseSchedule = endpoint({
  id: 'releaseSchedule',
  method: 'DELETE',
  path: '/subscriptionschedule/{id}',
  access: atLeastRole('SalesManager'),
  summary: 'Release a scheduled price increase',
  params: z.object({ id: providerId }),
  response: z.object({ subscriptions }),
  idempotency: 'required',
  approvable: true,
});
