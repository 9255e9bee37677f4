import { z } from 'zod';
import { endpoint, signedIn } from '../endpoint.ts';
import { isoTime, nextPage, noCache, pageCursor, providerId, trimmedText, uuid } from '../values.ts';

export const receiptKind = z.enum(['signup', 'charge', 'refund', 'planchange', 'priceincrease', 'redeem', 'giftcard', 'coupon']);

/**
 * A receipt's own id, a usage's, or the payment provider's of what it is about (`ch_`, `re_`, `in_`, `pi_`, `sub_`): the newest receipt
 * of that. Money that moved without a receipt of ours is shown as the provider tells it.
 */
const params = z.object({ id: z.string().regex(/^[A-Za-z0-9_-]{3,80}$/, 'must be the id of a receipt') });
/** The kind of receipt, where one subject has several: of a usage its own receipt, or the notice of the coming price. */
const kind = receiptKind.optional();

/** A page to show or print in a window of its own. 404 `receipt_not_found`. */
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

/** `queued`: the site is away; printed if it comes back within two minutes of the operation. `unknown`: look at the printer. */
export const printState = z.enum(['queued', 'printed', 'unknown', 'failed']);
export type PrintState = z.infer<typeof printState>;
const printed = z.object({ state: printState, message: z.string() });

/**
 * Prints on the site's receipt printer that serves the session's terminal. The job id makes pressing twice harmless; a second paper says
 * DUPLICATE. A printed notice of a coming price is acknowledged. 404 `receipt_not_found`, 409 `no_location`, `no_printer`, 422 `key_reused`
 * for a job of another receipt.
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

/** Acknowledges a notice that the browser itself printed; with `acknowledged` false the cloud goes on trying. 404 `receipt_not_found`. */
export const acknowledgeIncrease = endpoint({
  id: 'acknowledgeIncrease',
  method: 'POST',
  path: '/receipt/{id}/acknowledge',
  access: signedIn,
  idempotency: 'natural',
  summary: 'The member holds the notice of the coming price',
  params,
  response: z.object({ acknowledged: z.boolean() }),
});

/** The agreement, by the request for the signature or by the sign-up's receipt; a tablet sees its own site's. 404 `agreement_not_found`. */
export const getAgreement = endpoint({
  id: 'getAgreement',
  method: 'GET',
  path: '/receipt/agreement/{id}',
  access: { kind: 'device', kinds: ['tablet'] },
  summary: 'What a customer signs',
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
    /** Cents a month, before tax. */
    price: z.int(),
    /** Cents that were paid at the sign-up. */
    dueToday: z.int(),
    /** Months that the price is guaranteed. */
    duration: z.int(),
    terms: z.array(z.string()),
    /** The PNG as a data address; null until it is signed. */
    signature: z.string().nullable(),
  }),
});

/**
 * A customer's receipts, the newest first, 30 a page; `print` is the state of the latest print, null where none was asked for. 404
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
        /** Plate, else tag. */
        code: z.string().nullable(),
        /** What was sold, changed or given. */
        item: z.string().nullable(),
        /** Cents: of a plan a month, else what was paid or given back. */
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
