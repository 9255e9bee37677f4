import { z } from 'zod';
import { maxAmountCents } from '@washdesk/rules/billing/money';
import { endpoint, signedIn } from '../endpoint.ts';
import { cappedCount, epochSeconds, freshness, nextPage, noCache, pageCursor, providerId, siteNumber, trimmedText } from '../values.ts';

const outcome = z.object({
  type: z.string(),
  reason: z.string().nullable(),
  risk_level: z.string().nullable(),
  seller_message: z.string().nullable(),
  network_status: z.string().nullable(),
});

const card = z.object({
  /** `card` typed or stored, `card_present` on a reader, `link` … */
  type: z.string(),
  brand: z.string().nullable(),
  last4: z.string().nullable(),
  exp_month: z.int().nullable(),
  exp_year: z.int().nullable(),
  fingerprint: z.string().nullable(),
});

/** A charge as screens and registers read it. Amounts are in cents. */
export const charge = z.object({
  id: z.string(),
  created: epochSeconds,
  status: z.string(),
  amount: z.int(),
  amount_captured: z.int(),
  amount_refunded: z.int(),
  /** Captured minus refunded amount; 0 if the charge is disputed or its customer is deleted. */
  refundable: z.int(),
  refunded: z.enum(['none', 'partially', 'fully']),
  disputed: z.boolean(),
  dispute: z.string().nullable(),
  description: z.string().nullable(),
  outcome: outcome.nullable(),
  failure_code: z.string().nullable(),
  failure_message: z.string().nullable(),
  receipt_number: z.string().nullable(),
  receipt_url: z.string().nullable(),
  statement_descriptor: z.string().nullable(),
  payment_intent: z.string().nullable(),
  payment_method_details: card.nullable(),
  metadata: z.record(z.string(), z.string()),
  site: siteNumber.nullable(),
  /** The invoice that the charge pays; `description` names the plan. */
  invoice: z.object({ id: z.string(), description: z.string().nullable() }).nullable(),
  customer: z
    .object({
      id: z.string(),
      name: z.string().nullable(),
      deleted: z.boolean(),
      metadata: z.object({ CustomerCode: z.string().nullable(), SecondaryCode: z.string().nullable() }),
    })
    .nullable(),
});
export type Charge = z.infer<typeof charge>;

/**
 * Searches charges by the given fields, newest first, 30 per page. Searching by fingerprint or employee name needs SalesManager: 403
 * `forbidden`.
 */
export const searchCharges = endpoint({
  id: 'searchCharges',
  method: 'POST',
  path: '/charge/search',
  access: signedIn,
  summary: 'Search charges',
  query: z.object({ page: pageCursor.optional() }),
  body: z
    .object({
      /** Cents. */
      amount: z.int().positive().max(maxAmountCents).optional(),
      /** The day in the time zone of `site`; default: the session's site. */
      date: z.iso
        .date()
        .regex(/^20\d\d/, 'must be a day of this century')
        .optional(),
      last4: z
        .string()
        .regex(/^\d{4}$/, 'must be the last 4 digits of a card')
        .optional(),
      site: siteNumber.optional(),
      terminal: trimmedText(30).optional(),
      fingerprint: trimmedText(40).optional(),
      employeename: trimmedText(80).optional(),
    })
    .default({}),
  response: z.object({ results: z.array(charge), ...cappedCount, next_page: nextPage }),
});

/** Lists a customer's charges, newest first, 100 per page; `count` is the total. 404 `customer_not_found`. */
export const customerCharges = endpoint({
  id: 'customerCharges',
  method: 'GET',
  path: '/customer/{id}/charges',
  access: signedIn,
  summary: "A customer's charges",
  params: z.object({ id: providerId }),
  query: z.object({ noCache, page: pageCursor.optional() }),
  response: z.object({
    charges: z.array(charge),
    count: z.int(),
    next_page: nextPage,
    /** The number of disputes on these charges that count toward the flag 'Disputed Charges'. */
    disputes_counted: z.int(),
    ...freshness,
  }),
});
