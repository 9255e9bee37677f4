import { z } from 'zod';
import { endpoint, signedIn } from '../endpoint.ts';
import { epochSeconds, isoTime, providerId, siteNumber } from '../values.ts';

/** Other customers, excluding deleted ones, with the same phone, email or card; counted up to 50. */
const others = z.object({ phone: z.int(), email: z.int(), card: z.int() });

/** Whether the card has expired, or expires this month or next. */
const expiry = z.enum(['valid', 'soon', 'expired']);

/**
 * Header data of the customer screen besides name and plan, from the cloud's own tables, without a call to Stripe or a site. Amounts are in
 * cents.
 */
const summary = z.object({
  last_wash: z.object({ at: isoTime, site: siteNumber, siteName: z.string() }).nullable(),
  /** In the current month of the session's site. */
  washes_this_month: z.int(),
  /** Plan payments of this month and the 11 before, per wash in that time; null without a wash. */
  cost_a_wash: z.int().nullable(),
  /** All payments minus refunds. */
  paid_to_date: z.int(),
  open_invoices: z.object({ count: z.int(), total: z.int() }),
  /** When Stripe automatically retries the oldest open invoice. */
  next_retry: epochSeconds.nullable(),
  /** The number of disputes that count toward 'Disputed Charges'. */
  disputes_counted: z.int(),
  /** The default card. */
  card: z.object({ brand: z.string(), last4: z.string(), exp_month: z.int(), exp_year: z.int(), expiry }).nullable(),
  others,
  /** The customer's balance at Stripe: negative is a credit that the next invoices use, positive is added to them. */
  balance: z.int(),
  /** Changes that were started and have not ended, earliest first. They go on by themselves; `resumeOperation` continues one now. */
  under_way: z.array(
    z.object({
      operation: z.string(),
      /** "Discontinue the plan". */
      action: z.string(),
      by: z.string(),
      /** Seconds since it was started. */
      age: z.int(),
      /** Whether its last attempt ended without an answer from Stripe. */
      waits_for_stripe: z.boolean(),
      /** When it is tried again; null while it runs. */
      next_try: isoTime.nullable(),
    }),
  ),
  /** Pending updates that are retried, by the site they wait for; `site` is null if they wait for none. */
  waiting: z.array(z.object({ site: siteNumber.nullable(), siteName: z.string().nullable(), count: z.int() })),
});
export type CustomerSummary = z.infer<typeof summary>;

/** 404 `customer_not_found`. */
export const customerSummary = endpoint({
  id: 'customerSummary',
  method: 'GET',
  path: '/customer/{id}/summary',
  access: signedIn,
  summary: 'A customer at a glance: washes, money, disputes, card',
  params: z.object({ id: providerId }),
  response: summary,
});
