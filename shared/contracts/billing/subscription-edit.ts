import { z } from 'zod';
import { endpoint, signedIn } from '../endpoint.ts';
import { subscription } from './subscription.ts';
import { cappedCount, epochSeconds, nextPage, pageCursor, providerId, siteNumber, trimmedText } from '../values.ts';

const subscriptionId = z.object({ id: providerId });
const subscriptions = z.array(subscription);
const flag = z.union([z.boolean(), z.enum(['true', 'false'])]).transform((value) => String(value) === 'true');
/** A value that a screen sends and that the session or the clock decides. */
const ignored = z.union([trimmedText(200), z.int()]).optional();

/**
 * Sets one or several metadata keys of a subscription. `incomplete: false` completes an online sign-up: the caller becomes its seller, at
 * the caller's site and now; 409 `already_complete`, and `not_complete` whose problems name what the customer lacks. Anything else is for
 * SalesManager and above. Only the names of the keys count; employee, terminal and time come from the session and the clock, the site too
 * below SalesManager.
 */
export const subscriptionMetadata = endpoint({
  id: 'subscriptionMetadata',
  method: 'POST',
  path: '/subscription/{id}/metadata',
  access: signedIn,
  summary: "Complete an online sign-up, or change a subscription's seller",
  params: subscriptionId,
  body: z
    .object({
      employeename: ignored,
      employeenumber: ignored,
      incomplete: flag.optional(),
      site: siteNumber.optional(),
      terminal: ignored,
      signupcompleted: ignored,
    })
    .refine((body) => Object.values(body).some((value) => value !== undefined), 'must name a key'),
  response: z.object({ subscriptions }),
  idempotency: 'required',
});

/**
 * Sets the tax rate of that site's location; none where it has none, or where the customer is exempt. 403 below SupportCenter, but for the
 * step of a save (`X-Operation`) that has switched the exemption of the plan's customer, at the site that sold the plan.
 */
export const changeTax = endpoint({
  id: 'changeTax',
  method: 'POST',
  path: '/subscription/{id}/changetax',
  access: signedIn,
  summary: 'Tax a subscription as at another site',
  params: subscriptionId,
  body: z.object({ site: siteNumber }),
  response: z.object({ subscriptions }),
  idempotency: 'required',
  stepOfOperation: true,
  approvable: true,
});

const foundSubscription = z.object({
  id: z.string(),
  created: epochSeconds,
  status: z.string(),
  metadata: z.record(z.string(), z.string()),
  /** Cents a month. */
  plan: z.object({ nickname: z.string().nullable(), amount: z.int().nullable() }).nullable(),
  customer: z.object({ id: z.string(), name: z.string().nullable() }),
});
export type FoundSubscription = z.infer<typeof foundSubscription>;

/**
 * Subscriptions by seller, whole and in any case, from SalesManager on; `date` is a day at `site`, else at the caller's. 30 a page, the
 * newest first.
 */
export const searchSubscriptions = endpoint({
  id: 'searchSubscriptions',
  method: 'POST',
  path: '/subscription/search',
  access: signedIn,
  summary: 'Search subscriptions',
  query: z.object({ page: pageCursor.optional() }),
  body: z
    .object({ employeename: trimmedText(100).optional(), date: z.iso.date().optional(), site: siteNumber.optional() })
    .refine(({ employeename, date, site }) => employeename || date || site, 'Please specify a search value'),
  response: z.object({ results: z.array(foundSubscription), ...cappedCount, next_page: nextPage }),
});
