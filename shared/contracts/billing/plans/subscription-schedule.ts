import { z } from 'zod';
import { atLeastRole, endpoint } from '../../endpoint.ts';
import { providerId } from '../../values.ts';
import { subscription } from './subscription.ts';

const subscriptions = z.array(subscription);

/**
 * The fields of a scheduled price increase (docs/rules/billing.md#price-increases). `newPrice` is the price's id. `originalPrice` and
 * `increasedPrice` are what the screen showed: the id of the current price and the new amount in cents; 409 `price_changed` if either has
 * changed. Everything else follows from the subscription and the price. 400 `invalid_date`, 409 `not_changeable`, `not_an_increase`,
 * `price_out_of_range`.
 */
export const scheduleIncrease = endpoint({
  id: 'scheduleIncrease',
  method: 'POST',
  path: '/subscriptionschedule',
  access: atLeastRole('Scheduler'),
  summary: 'Schedule a price increase, replacing any scheduled one',
  body: z.object({
    subscriptionId: providerId,
    newPrice: providerId,
    originalPrice: providerId.optional(),
    increasedPrice: z.int().nonnegative().optional(),
    /** The 1st of one of the next six months; default: the next 1st. */
    effectiveDate: z.iso.date().optional(),
  }),
  response: z.object({ subscriptions }),
  idempotency: 'required',
});

/**
 * Keeps the current price for the customer for one month. Needs SalesManager: the rule of the schedule release page, the lower of two
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
