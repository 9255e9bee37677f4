import { announceNew } from '../announce.ts';
import type * as billing from '../billing/model.ts';
import { invoiceId, lineId } from '../objects/invoice-ids.ts';
import type { CreditedDebit, InvoiceItem } from '../objects/invoice-item.ts';
import type { Sandbox } from '../state/sandbox.ts';

interface Owner {
  customer: string;
  /** Null for items of the customer only. */
  subscription: string | null;
  /** The invoice that already contains the items. */
  invoice?: string;
}

/** Creates an invoice item for every pending line without one. Customer items without a subscription are only stored with the customer. */
export function keepWaiting(sandbox: Sandbox, state: billing.Subscription, { customer, subscription }: Owner): billing.Subscription {
  const { waiting = [], ...account } = state.customer;
  makeItems(
    sandbox,
    waiting.map(({ line }) => line),
    { customer, subscription: null },
  );
  return { ...state, pending: makeItems(sandbox, state.pending, { customer, subscription }), customer: account };
}

/** Returns the lines with their invoice items, creating missing ones. */
export function makeItems(sandbox: Sandbox, lines: readonly billing.Line[], owner: Owner): billing.Line[] {
  const named = lines.map((line) => (needsItem(line) ? { ...line, invoiceItem: sandbox.newId('ii') } : line));
  // lists are newest first, so the first line is created last
  for (const [index, line] of [...lines.entries()].toReversed()) {
    const wanted = named[index];
    if (wanted?.invoiceItem !== undefined && needsItem(line)) announceNew(sandbox, itemOf(sandbox, wanted, owner), 'invoiceitem.created');
  }
  return named;
}

/** Marks the items of an invoice's lines as invoiced. */
export function putOnInvoice({ store }: Sandbox, lines: readonly billing.Line[], invoice: string): void {
  for (const { invoiceItem } of lines) {
    const item = invoiceItem === undefined ? undefined : store.get('invoiceitem', invoiceItem);
    if (item && item.invoice !== invoice) store.put({ ...item, invoice });
  }
}

/** Returns a customer's pending items without a subscription. */
export function waitingOf({ store }: Sandbox, customer: string): billing.WaitingItem[] {
  return store.waitingItems(customer).flatMap((item) => (item.parent === null ? [waitingItem(store, item)] : []));
}

function waitingItem(store: Sandbox['store'], item: InvoiceItem): billing.WaitingItem {
  if (item.line) return { line: { ...item.line, invoiceItem: item.id }, taxRates: null };
  const line: billing.Line = {
    source: 'invoice_item',
    description: item.description ?? '',
    itemId: null,
    priceId: item.price?.id ?? null,
    quantity: item.quantity,
    amount: item.amount,
    period: item.period,
    proration: false,
    taxes: [],
    invoiceItem: item.id,
  };
  return { line, taxRates: item.tax_rates.map((id) => ({ id, percentage: store.get('tax_rate', id)?.percentage ?? 0 })) };
}

/** Finds the debit that a credit reverses: on the newest invoice of the subscription that has it, or still pending. */
export function creditedDebit({ store }: Sandbox, line: billing.Line, subscription: string | null): CreditedDebit | null {
  const owner = subscription === null ? undefined : store.get('subscription', subscription);
  if (!line.credit || !owner) return null;
  const waits = owner.billing.pending.find((each) => isDebitOf(line, each));
  if (waits?.invoiceItem !== undefined) return { invoiceItem: waits.invoiceItem };
  for (let number = owner.billing.invoiceCount; number > 0; number -= 1) {
    const invoice = store.get('invoice', invoiceId(owner.id, number));
    const index = invoice?.lines.findIndex((each) => isDebitOf(line, each)) ?? -1;
    if (invoice && index >= 0) return { invoice: invoice.id, line: lineId(invoice.id, index) };
  }
  return null;
}

function isDebitOf(credit: billing.Line, { credit: isCredit, itemId, priceId, period }: billing.Line): boolean {
  if (isCredit || itemId !== credit.itemId || priceId !== credit.priceId) return false;
  return period.start <= credit.period.start && period.end >= credit.period.end;
}

const needsItem = ({ source, invoiceItem }: billing.Line): boolean => source === 'invoice_item' && invoiceItem === undefined;

function itemOf(sandbox: Sandbox, line: billing.Line, { customer, subscription, invoice }: Owner): InvoiceItem {
  const price = line.priceId === null ? undefined : sandbox.store.get('price', line.priceId);
  return {
    id: line.invoiceItem ?? '',
    object: 'invoiceitem',
    amount: line.amount,
    customer,
    date: sandbox.now(),
    description: line.description,
    invoice: invoice ?? null,
    metadata: {},
    parent: subscription !== null && line.itemId !== null ? { subscription, subscription_item: line.itemId } : null,
    period: line.period,
    price: price ? { id: price.id, product: price.product, unitAmount: price.unit_amount } : null,
    proration: line.proration,
    quantity: line.quantity,
    tax_rates: [],
    line,
    credited: creditedDebit(sandbox, line, subscription),
  };
}
