import { z } from 'zod';
import { atLeastRole, endpoint, signedIn } from '../endpoint.ts';
import { cardReference, epochSeconds, nextPage, pageCursor, providerId, trimmedText } from '../values.ts';

const invoiceId = z.object({ id: providerId });

/** The state of an invoice after an operation on it. Amounts are in cents. */
const invoiceState = z.object({
  id: z.string(),
  status: z.string().nullable(),
  number: z.string().nullable(),
  amount_due: z.int(),
  amount_paid: z.int(),
  amount_remaining: z.int(),
  subscription: z.object({ id: z.string(), status: z.string() }).nullable(),
});
export type InvoiceState = z.infer<typeof invoiceState>;

/**
 * Pays an open or draft invoice with a card of the same customer. 402 `card_declined` with decline code, outcome, seller message and
 * invoice id; 404 `invoice_not_found`; 409 `invoice_not_open`, 409 `not_their_card`.
 */
export const payInvoice = endpoint({
  id: 'payInvoice',
  method: 'POST',
  path: '/invoice/{id}/pay',
  access: signedIn,
  summary: 'Pay an open invoice',
  params: invoiceId,
  query: z.object({ payment_method: cardReference }),
  response: invoiceState,
  idempotency: 'required',
  approvable: true,
});

/** 404 `invoice_not_found`, 409 `invoice_not_open`. */
export const markUncollectable = endpoint({
  id: 'markUncollectable',
  method: 'POST',
  path: '/invoice/{id}/uncollectable',
  access: atLeastRole('SalesManager'),
  summary: 'Mark an open invoice as uncollectible',
  params: invoiceId,
  response: invoiceState,
  idempotency: 'required',
  approvable: true,
});

const invoiceRow = z.object({
  id: z.string(),
  number: z.string().nullable(),
  receipt_number: z.string().nullable(),
  created: epochSeconds,
  status: z.string().nullable(),
  description: z.string().nullable(),
  total: z.int(),
  amount_due: z.int(),
  amount_paid: z.int(),
  site: z.string().nullable(),
  subscription: z.string().nullable(),
  customer: z.object({ id: z.string(), name: z.string().nullable(), email: z.string().nullable() }).nullable(),
});
export type InvoiceRow = z.infer<typeof invoiceRow>;

/** Finds invoices by complete receipt or invoice number (case-insensitive), newest first, 30 per page. */
export const searchInvoices = endpoint({
  id: 'searchInvoices',
  method: 'POST',
  path: '/invoice/search',
  access: signedIn,
  summary: 'Search invoices',
  query: z.object({ page: pageCursor.optional() }),
  body: z
    .object({
      receipt: trimmedText(40).optional(),
      receiptnumber: trimmedText(40).optional(),
      invoice: trimmedText(40).optional(),
      invoicenumber: trimmedText(40).optional(),
    })
    .transform(({ receipt, receiptnumber, invoice, invoicenumber }) => ({
      receipt: receipt || receiptnumber || null,
      invoice: invoice || invoicenumber || null,
    }))
    .refine(({ receipt, invoice }) => receipt !== null || invoice !== null, {
      path: ['invoice'],
      message: 'Please specify a search value',
    }),
  response: z.object({ results: z.array(invoiceRow), count: z.int(), next_page: nextPage }),
});
