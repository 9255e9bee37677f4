import { announceNew } from '../announce.ts';
import { addToInvoice, knownCustomer } from '../invoicing/one-off.ts';
import type { InvoiceItem } from '../objects/invoice-item.ts';
import type { Invoice } from '../objects/invoice.ts';
import { newPrice, type Price } from '../objects/price.ts';
import { newProduct } from '../objects/product.ts';
import { matches } from '../server/matching.ts';
import { createOperation, listOperation, retrieveOperation, type Operation } from '../server/operation.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { plainPeriodOf } from '../subscribe/previewed-items.ts';
import { PriceBook } from '../subscribe/price-book.ts';
import { taxRatesOf } from '../subscribe/tax-rates.ts';
import { invalidParameter, missingParameter, noSuch, noSuchReference } from '../wire/errors.ts';
import type { Input } from '../wire/input.ts';
import { mergedMetadata } from '../wire/metadata.ts';

const path = '/v1/invoiceitems';
const fields = [
  'amount',
  'currency',
  'customer',
  'description',
  'invoice',
  'metadata',
  'period',
  'price_data',
  'pricing',
  'quantity',
  'tax_rates',
];

function create(sandbox: Sandbox, input: Input): InvoiceItem {
  const customer = knownCustomer(sandbox, input);
  input.choice('currency', ['usd']);
  const prices = new PriceBook(sandbox);
  const named = priceOf(prices, input);
  const quantity = input.integer('quantity', { from: 0, to: 999_999 }) ?? 1;
  const invoice = draftOf(sandbox, input);
  const price = named ?? priceOfAmount(sandbox, input, bareAmount(input));
  const now = sandbox.now();
  const item: InvoiceItem = {
    id: sandbox.newId('ii'),
    object: 'invoiceitem',
    amount: price.unit_amount * quantity,
    customer: customer.id,
    date: now,
    description: input.text('description') ?? (named ? prices.nameOf(named) : null),
    invoice: null,
    metadata: mergedMetadata({}, input),
    parent: null,
    period: plainPeriodOf(input) ?? { start: now, end: now },
    price: { id: price.id, product: price.product, unitAmount: price.unit_amount },
    proration: false,
    quantity,
    tax_rates: (taxRatesOf(sandbox, input, 'tax_rates') ?? []).map(({ id }) => id),
    line: null,
    credited: null,
  };
  prices.keep();
  announceNew(sandbox, item, 'invoiceitem.created');
  if (invoice) addToInvoice(sandbox, invoice, item);
  return sandbox.store.get('invoiceitem', item.id) ?? item;
}

/** Finds the price by `pricing[price]`, or describes it by `price_data`. */
function priceOf(prices: PriceBook, input: Input): Price | undefined {
  const pricing = input.object('pricing');
  pricing?.allowOnly(['price']);
  return pricing ? prices.once(pricing) : prices.once(input);
}

/** Creates a price and product for an amount without one; they cannot be sold again. */
function priceOfAmount(sandbox: Sandbox, input: Input, amount: number): Price {
  const created = sandbox.now();
  const product = newProduct({ id: sandbox.newId('prod'), name: input.text('description') || 'Item', created, active: false });
  const price = newPrice({ id: sandbox.newId('price'), product: product.id, unitAmount: amount, created, recurring: null, active: false });
  sandbox.store.put(product);
  sandbox.store.put(price);
  return price;
}

function bareAmount(input: Input): number {
  const amount = input.integer('amount', { from: -99_999_999, to: 99_999_999 });
  if (amount === undefined) throw missingParameter('amount');
  return amount;
}

function draftOf({ store }: Sandbox, input: Input): Invoice | undefined {
  const id = input.text('invoice');
  if (id === undefined) return undefined;
  const invoice = store.get('invoice', id);
  if (!invoice) throw noSuchReference('invoice', id, 'invoice');
  if (invoice.status !== 'draft') throw invalidParameter('invoice', 'You can only add items to a draft invoice.');
  return invoice;
}

/** Deletes an item that is on no invoice. */
const remove: Operation = {
  method: 'DELETE',
  path: `${path}/:id`,
  parameters: [],
  run(sandbox, { path: { id = '' } }) {
    const { store } = sandbox;
    const item = store.get('invoiceitem', id);
    if (!item) throw noSuch('invoiceitem', id);
    if (item.invoice !== null) throw invalidParameter('id', 'Invoice items that are attached to an invoice can’t be deleted.');
    const owner = item.parent && store.get('subscription', item.parent.subscription);
    if (owner) {
      const pending = owner.billing.pending.filter(({ invoiceItem }) => invoiceItem !== id);
      store.put({ ...owner, billing: { ...owner.billing, pending } });
    }
    sandbox.emit('invoiceitem.deleted', id);
    store.remove(id);
    return { id, object: 'invoiceitem', deleted: true };
  },
};

export const invoiceItemOperations: readonly Operation[] = [
  listOperation({
    kind: 'invoiceitem',
    path,
    filters: ['created', 'customer', 'invoice', 'pending'],
    where(input) {
      const same = matches<InvoiceItem>({ customer: input.text('customer'), invoice: input.text('invoice') });
      const created = input.range('created');
      const pending = input.boolean('pending');
      return (item) => same(item) && created(item.date) && (pending === undefined || (item.invoice === null) === pending);
    },
  }),
  retrieveOperation('invoiceitem', path),
  createOperation(path, fields, create),
  remove,
];
