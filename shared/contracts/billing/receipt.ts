import { z } from 'zod';
import { endpoint, signedIn } from '../endpoint.ts';
import { isoTime, nextPage, noCache, pageCursor, providerId, trimmedText, uuid } from '../values.ts';

export const receiptKind = z.enum(['signup', 'charge', 'refund', 'planchange', 'priceincrease', 'redeem', 'giftcard', 'coupon']);

/**
 * The id of a receipt or a usage, or the payment provider's id of the subject (`ch_`, `re_`, `in_`, `pi_`, `sub_`), which returns its
 * newest receipt. Payments without a Washdesk receipt are shown with the provider's data.
 */
const params = z.object({ id: z.string().regex(/^[A-Za-z0-9_-]{3,80}$/, 'must be the id of a receipt') });
/** The kind of receipt if one subject has several: a usage has its own receipt and the notice of an upcoming price. */
const kind = receiptKind.optional();

/** Returns an HTML page to show or print in its own window. 404 `receipt_not_found`. */
export const getReceipt = endpoint({
  id: 'getReceipt',
  method: 'GET',
  path: '/receipt/{id}/receipt',
  access: signedIn,
  summary: 'A receipt as a printable page or as text',
  params,
  query: z.object({
    output: z.enum(['display']).default('display'),
    format: z.enum(['winprint', 'text']).default('winprint'),
    kind,
    noCache: trimmedText(10).optional(),
  }),
  response: z.string(),
  produces: 'text/html',
});

/** `queued`: the site is offline; printed if it reconnects within two minutes of the operation. `unknown`: check the printer. */
export const printState = z.enum(['queued', 'printed', 'unknown', 'failed']);
export type PrintState = z.infer<typeof printState>;
const printed = z.object({ state: printState, message: z.string() });

/**
 * Prints on the site's receipt printer that serves the session's terminal. A repeated job id prints once; a second copy says DUPLICATE.
 * Printing a notice of an upcoming price acknowledges it. 404 `receipt_not_found`, 409 `no_location`, `no_printer`, 422 `key_reused` for a
 * job of another receipt.
 */
export const printReceipt = endpoint({
  id: 'printReceipt',
  method: 'POST',
  path: '/receipt/{id}/print',
  access: signedIn,
  idempotency: 'natural',
  summary: 'Print a receipt on paper',
  params,
  body: z.object({ job: uuid, kind }),
  response: printed,
});

/** Acknowledges a notice that the browser printed. If `acknowledged` is false, the cloud keeps trying. 404 `receipt_not_found`. */
export const acknowledgeIncrease = endpoint({
  id: 'acknowledgeIncrease',
  method: 'POST',
  path: '/receipt/{id}/acknowledge',
  access: signedIn,
  idempotency: 'natural',
  summary: 'Acknowledge the notice of an upcoming price',
  params,
  response: z.object({ acknowledged: z.boolean() }),
});

/** Returns the agreement by signature request or by sign-up receipt; a tablet sees only its own site's. 404 `agreement_not_found`. */
export const getAgreement = endpoint({
  id: 'getAgreement',
  method: 'GET',
  path: '/receipt/agreement/{id}',
  access: { kind: 'device', kinds: ['tablet'] },
  summary: 'The agreement that a customer signs',
  params: z.object({ id: uuid }),
  query: z.object({ noCache }),
  response: z.object({
    id: uuid,
    receiptid: uuid,
    customer: z.string().nullable(),
    name: z.string().nullable(),
    plate: z.string().nullable(),
    site: z.int().nullable(),
    terminal: z.string().nullable(),
    employee: z.string().nullable(),
    sold: isoTime,
    item: z.string(),
    /** Cents per month before tax. */
    price: z.int(),
    /** Cents per month with tax; missing in agreements of earlier releases. */
    total: z.int().optional(),
    /** Cents paid at the sign-up. */
    dueToday: z.int(),
    /** Months for which the price is guaranteed. */
    duration: z.int(),
    terms: z.array(z.string()),
    /** The PNG as a data URL; null until signed, and for a typed name. */
    signature: z.string().nullable(),
    /** The name typed instead of a drawn signature. */
    typedName: z.string().nullable().default(null),
  }),
});

/**
 * Lists a customer's receipts, newest first, 30 per page. `print` is the state of the latest print, null if never printed. 404
 * `customer_not_found`.
 */
export const customerReceipts = endpoint({
  id: 'customerReceipts',
  method: 'GET',
  path: '/customer/{id}/receipts',
  access: signedIn,
  summary: "A customer's receipts",
  params: z.object({ id: providerId }),
  query: z.object({ noCache, page: pageCursor.optional() }),
  response: z.object({
    receipts: z.array(
      z.object({
        id: uuid,
        kind: receiptKind,
        title: z.string(),
        /** The plate; if there is none, the tag. */
        code: z.string().nullable(),
        /** The item sold, changed or refunded. */
        item: z.string().nullable(),
        /** Cents: per month with tax for a plan (before tax on receipts of earlier releases), otherwise the amount paid or refunded. */
        price: z.int().nullable(),
        created: isoTime,
        site: z.int().nullable(),
        terminal: z.string().nullable(),
        employee: z.string().nullable(),
        print: printed.nullable(),
      }),
    ),
    count: z.int(),
    next_page: nextPage,
  }),
});
