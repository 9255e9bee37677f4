import type { AddedItem } from '../billing/events.ts';
import type * as billing from '../billing/model.ts';
import type { SubscriptionItem } from '../objects/subscription.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { invalidParameter, missingParameter, noSuchReference } from '../wire/errors.ts';
import type { Input } from '../wire/input.ts';
import { mergedMetadata } from '../wire/metadata.ts';
import type { PriceBook } from './price-book.ts';
import { taxRatesOf } from './tax-rates.ts';

/** A requested item: the engine's part and the rest. */
export interface WantedItem {
  change: Exclude<billing.ItemChange, { removed: true }>;
  own: SubscriptionItem;
}

/** `plan` is the legacy name of a price. */
const soldFields = ['price', 'plan', 'price_data', 'quantity', 'tax_rates', 'metadata'];
const changedFields = [...soldFields, 'id', 'deleted', 'clear_usage'];

export function newItems(sandbox: Sandbox, prices: PriceBook, input: Input): WantedItem[] {
  const wanted = input.objects('items').map((item) => {
    item.allowOnly(soldFields);
    return newItem(sandbox, prices, item);
  });
  if (wanted.length === 0) throw missingParameter(input.param('items'));
  refuseSamePrice(wanted.map(({ change }) => change.price.id));
  return wanted;
}

function refuseSamePrice(prices: readonly string[]): void {
  const again = prices.find((price, index) => prices.indexOf(price) !== index);
  if (again === undefined) return;
  throw invalidParameter('plan', `Cannot create a Subscription with multiple Subscription Items with the same Price: ${again}`);
}

export interface ItemChanges {
  changes: billing.ItemChange[];
  /** The items without the engine's part. */
  items: SubscriptionItem[];
}

/** Reads an update's changes of the current items. An item without an id is new. */
export function changedItems(
  sandbox: Sandbox,
  prices: PriceBook,
  input: Input,
  present: { items: readonly SubscriptionItem[]; billing: billing.Subscription },
): ItemChanges {
  const changes: billing.ItemChange[] = [];
  const items = [...present.items];
  for (const wanted of input.objects('items')) {
    wanted.allowOnly(changedFields);
    if (!wanted.has('id')) {
      const { change, own } = newItem(sandbox, prices, wanted);
      changes.push(change);
      items.push(own);
      continue;
    }
    const id = wanted.required('id');
    const at = items.findIndex((item) => item.id === id);
    const billed = present.billing.items.find((item) => item.id === id);
    const own = items[at];
    if (!own || !billed) throw noSuchReference('subscription item', id, wanted.param('id'));
    if (wanted.boolean('deleted')) {
      changes.push({ id, removed: true });
      items.splice(at, 1);
    } else {
      const change = changeOf(sandbox, prices, wanted, billed);
      changes.push(change.change);
      items[at] = { ...own, metadata: mergedMetadata(own.metadata, wanted), taxRates: change.taxRates ?? own.taxRates };
    }
  }
  if (items.length === 0) throw invalidParameter(input.param('items'), 'A subscription must have at least one active plan.');
  return { changes, items };
}

const addedFields = ['price', 'price_data', 'quantity', 'tax_rates', 'period', 'metadata'];

/** Reads the additional items of a first invoice: `add_invoice_items`. */
export function addedItems(sandbox: Sandbox, prices: PriceBook, input: Input, name: string): AddedItem[] {
  return input.objects(name).map((item) => {
    item.allowOnly(addedFields);
    const price = prices.once(item);
    if (!price) throw missingParameter(item.param('price'));
    const quantity = quantityOf(item) ?? 1;
    return {
      description: prices.nameOf(price),
      amount: price.unit_amount * quantity,
      period: periodOf(item),
      priceId: price.id,
      quantity,
      taxRates: taxRatesOf(sandbox, item, 'tax_rates') ?? [],
    };
  });
}

/** Reads `period[start][type]=timestamp&period[start][timestamp]=…`; defaults to the subscription's period. */
function periodOf(input: Input): billing.Span | undefined {
  const period = input.object('period');
  if (!period) return undefined;
  period.allowOnly(['start', 'end']);
  const start = boundOf(period, 'start');
  const end = boundOf(period, 'end');
  if (end < start) throw invalidParameter(period.param('end'), 'The end of the period must not be before its start.');
  return { start, end };
}

function boundOf(period: Input, name: 'start' | 'end'): number {
  const bound = period.object(name);
  if (!bound) throw missingParameter(period.param(name));
  bound.allowOnly(['type', 'timestamp']);
  bound.choice('type', ['timestamp']);
  return timestampOf(bound, 'timestamp') ?? missing(bound, 'timestamp');
}

/** Epoch seconds. */
export function timestampOf(input: Input, name: string): number | undefined {
  return input.integer(name, { from: 0, to: 9_999_999_999 });
}

function missing(input: Input, name: string): never {
  throw missingParameter(input.param(name));
}

function newItem(sandbox: Sandbox, prices: PriceBook, input: Input): WantedItem {
  const price = prices.recurring(input) ?? missing(input, 'price');
  const id = sandbox.newId('si');
  const taxRates = taxRatesOf(sandbox, input, 'tax_rates') ?? [];
  return {
    change: { id, price: prices.billable(price), quantity: quantityOf(input) ?? 1, taxRates },
    own: { id, created: sandbox.now(), metadata: mergedMetadata({}, input), taxRates: taxRates.map((rate) => rate.id) },
  };
}

function changeOf(sandbox: Sandbox, prices: PriceBook, input: Input, billed: billing.Item) {
  const price = prices.recurring(input);
  const taxRates = taxRatesOf(sandbox, input, 'tax_rates');
  return {
    change: {
      id: billed.id,
      price: price ? prices.billable(price) : billed.price,
      quantity: quantityOf(input) ?? billed.quantity,
      ...(taxRates ? { taxRates } : {}),
    },
    taxRates: taxRates?.map((rate) => rate.id),
  };
}

function quantityOf(input: Input): number | undefined {
  return input.integer('quantity', { from: 0, to: 999_999 });
}
