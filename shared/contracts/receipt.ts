import { z } from 'zod';
import { endpoint, signedIn } from './endpoint.ts';
import { typedText, uuid } from './values.ts';

/** `id` is the usage's id. A price-increase receipt tells the member of the coming price. */
export const receiptKind = z.enum(['redeem', 'priceincrease']);

const params = z.object({ id: uuid });

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
    kind: receiptKind.default('redeem'),
    noCache: typedText(10).optional(),
  }),
  response: z.string(),
  produces: 'text/html',
});

/** By the site's receipt printer that serves the session's terminal. The job id makes pressing twice harmless. */
export const printReceipt = endpoint({
  id: 'printReceipt',
  method: 'POST',
  path: '/receipt/{id}/print',
  access: signedIn,
  summary: 'Print a receipt on paper',
  params,
  body: z.object({ job: uuid, kind: receiptKind.default('redeem') }),
  response: z.object({ state: z.enum(['printed', 'unknown', 'failed']), message: z.string() }),
});
