import { z } from 'zod';
import { endpoint, signedIn } from '../../endpoint.ts';
import { cappedCount, epochSeconds, nextPage, pageCursor, providerId, siteNumber, trimmedText } from '../../values.ts';
import { subscription } from './subscription.ts';

const subscriptionId = z.object({ id: providerId });
const subscriptions = z.array(subscription);
const flag = z.union([z.boolean(), z.enum(['true', 'false'])]).transform((value) => String(value) === 'true');
/** A value that a screen sends but the session or the clock determines. */
const ignored = z.union([trimmedText(200), z.int()]).optional();

/**
 * Sets metadata keys of a subscription. `incomplete: false` completes an online sign-up: the caller becomes its seller, at the caller's
 * site and the current time; 409 `already_complete`, and `not_complete` whose problems name the customer's missing data. Anything else
 * needs SalesManager. Only the key names count: employee, terminal and time come from the session and the clock; below SalesManager, so
 * does the site.
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
 * Sets the tax rate of that site's location; no rate if the location has none or the customer is exempt. 403 below SupportCenter, except as
 * a step (`X-Operation`) of the save that changed the exemption of the plan's customer, at the site that sold the plan.
 */
export const changeTax = endpoint({
  id: 'changeTax',
  method: 'POST',
  path: '/subscription/{id}/changetax',
  access: signedIn,
  summary: "Apply another site's tax to a subscription",
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
  /** `amount` in cents per month before tax. */
  plan: z.object({ nickname: z.string().nullable(), amount: z.int().nullable() }).nullable(),
  /** The cost with tax as it is billed: "$31.49 a month with tax"; null if no price is known. */
  terms: z.string().nullable(),
  customer: z.object({ id: z.string(), name: z.string().nullable() }),
});
export type FoundSubscription = z.infer<typeof foundSubscription>;

/**
 * Finds subscriptions by complete seller name (case-insensitive), from SalesManager. `date` is a day at `site`; default: at the caller's
 * site. Newest first, 30 per page.
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
