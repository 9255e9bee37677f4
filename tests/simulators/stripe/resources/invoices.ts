import { expand } from '../expand.ts';
import { finalizeInvoice } from '../invoicing/finalize.ts';
import { draftInvoice, oneOffFields } from '../invoicing/one-off.ts';
import { payByHand } from '../invoicing/pay-by-hand.ts';
import { markUncollectible, voidInvoice } from '../invoicing/write-off.ts';
import type { Invoice } from '../objects/invoice.ts';
import { listParameters, pageOf } from '../server/list.ts';
import { matches } from '../server/matching.ts';
import {
  actionOperation,
  createOperation,
  listOperation,
  retrieveOperation,
  updateOperation,
  type Operation,
} from '../server/operation.ts';
import { previewInvoice } from '../subscribe/preview.ts';
import { sendInvoice } from '../subscribe/sent-invoices.ts';
import { invoiceView } from '../views/invoice.ts';
import { invalidParameter, noSuch, StripeFault } from '../wire/errors.ts';
import { mergedMetadata } from '../wire/metadata.ts';

const path = '/v1/invoices';
const statuses = ['draft', 'open', 'void', 'paid', 'uncollectible'] as const;

const preview: Operation = {
  method: 'POST',
  path: `${path}/create_preview`,
  parameters: [
    'currency',
    'customer',
    'customer_details',
    'discounts',
    'expand',
    'invoice_items',
    'preview_mode',
    'subscription',
    'subscription_details',
  ],
  run(sandbox, { input }) {
    const wire = structuredClone(invoiceView(sandbox.store, previewInvoice(sandbox, input)));
    expand(sandbox.store, wire, input.texts('expand'));
    return wire;
  },
};

const listLines: Operation = {
  method: 'GET',
  path: `${path}/:id/lines`,
  parameters: [...listParameters],
  run({ store }, { path: { id = '' }, input, url }) {
    const invoice = store.get('invoice', id);
    if (!invoice) throw noSuch('invoice', id, 'invoice');
    const list = { object: 'list', ...pageOf(structuredClone(invoiceView(store, invoice).lines.data), input, 'line item'), url };
    expand(store, list, input.texts('expand'));
    return list;
  },
};

export const invoiceOperations: readonly Operation[] = [
  preview,
  listOperation({
    kind: 'invoice',
    path,
    filters: ['collection_method', 'created', 'customer', 'status', 'subscription'],
    where(input) {
      const same = matches<Invoice>({
        collection_method: input.choice('collection_method', ['charge_automatically', 'send_invoice'] as const),
        customer: input.text('customer'),
        status: input.choice('status', statuses),
      });
      const subscription = input.text('subscription');
      const created = input.range('created');
      return (invoice) =>
        same(invoice) && created(invoice.created) && (subscription === undefined || invoice.bills?.subscription === subscription);
    },
  }),
  retrieveOperation('invoice', path, { param: 'invoice' }),
  createOperation(path, oneOffFields, draftInvoice),
  updateOperation(
    'invoice',
    path,
    ['description', 'metadata'],
    (invoice, input) => {
      if (invoice.status !== 'draft' && input.has('description')) {
        throw invalidParameter('description', "Finalized invoices can't be updated in this way");
      }
      return {
        description: input.has('description') ? input.text('description') || null : invoice.description,
        metadata: mergedMetadata(invoice.metadata, input),
      };
    },
    { event: 'invoice.updated' },
  ),
  actionOperation({
    kind: 'invoice',
    path: `${path}/:id/finalize`,
    parameters: ['auto_advance'],
    run(sandbox, invoice, input) {
      input.boolean('auto_advance');
      if (invoice.status !== 'draft')
        throw new StripeFault(400, "This invoice is already finalized, you can't re-finalize a non-draft invoice.");
      return finalizeInvoice(sandbox, invoice);
    },
  }),
  actionOperation({
    kind: 'invoice',
    path: `${path}/:id/pay`,
    parameters: ['off_session', 'paid_out_of_band', 'payment_method'],
    run: payByHand,
  }),
  actionOperation({
    kind: 'invoice',
    path: `${path}/:id/send`,
    parameters: [],
    run(sandbox, invoice) {
      if (invoice.collection_method !== 'send_invoice')
        throw new StripeFault(400, "You can only manually send an invoice if its collection method is 'send_invoice'.");
      return sendInvoice(sandbox, invoice);
    },
  }),
  actionOperation({ kind: 'invoice', path: `${path}/:id/mark_uncollectible`, parameters: [], run: markUncollectible }),
  actionOperation({ kind: 'invoice', path: `${path}/:id/void`, parameters: [], run: voidInvoice }),
  listLines,
];
