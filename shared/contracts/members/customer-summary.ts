import { z } from 'zod';
import { endpoint, signedIn } from '../endpoint.ts';
import { epochSeconds, isoTime, providerId, siteNumber } from '../values.ts';

/** Other customers, who are not deleted, with the same phone, e-mail or card: 50 at most are counted. */
const others = z.object({ phone: z.int(), email: z.int(), card: z.int() });

/** Whether the card has expired, or ends this month or next. */
const expiry = z.enum(['valid', 'soon', 'expired']);

/** What the head of the customer screen says beside name and plan, from the cloud's own tables: neither Stripe nor a site is asked. Amounts are cents. */
const summary = z.object({
  last_wash: z.object({ at: isoTime, site: siteNumber, siteName: z.string() }).nullable(),
  /** In the month of the session's site. */
  washes_this_month: z.int(),
  /** What plans took in this month and the 11 before, for each wash of that time; null without a wash. */
  cost_a_wash: z.int().nullable(),
  /** Everything that was taken and not given back. */
  paid_to_date: z.int(),
  open_invoices: z.object({ count: z.int(), total: z.int() }),
  /** When Stripe tries the oldest open invoice again by itself. */
  next_retry: epochSeconds.nullable(),
  /** How many disputes count toward 'Disputed Charges'. */
  disputes_counted: z.int(),
  /** The default card. */
  card: z.object({ brand: z.string(), last4: z.string(), exp_month: z.int(), exp_year: z.int(), expiry }).nullable(),
  others,
  /** Updates that could not be made yet and are tried again, by the site that they wait for; without one they are for no site. */
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
