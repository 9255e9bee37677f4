import type { AddedItem } from '../billing/events.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { invalidParameter, missingParameter } from '../wire/errors.ts';
import type { Input } from '../wire/input.ts';
import { timestampOf } from './items.ts';
import type { PriceBook } from './price-book.ts';
import { taxRatesOf } from './tax-rates.ts';

const fields = ['amount', 'currency', 'description', 'metadata', 'period', 'price', 'price_data', 'quantity', 'tax_rates', 'unit_amount'];

/** Reads a preview's `invoice_items`: by price, or as an amount. */
export function previewedItems(sandbox: Sandbox, prices: PriceBook, input: Input): AddedItem[] {
  return input.objects('invoice_items').map((item) => {
    item.allowOnly(fields);
    item.choice('currency', ['usd']);
    const price = prices.once(item);
    const quantity = item.integer('quantity', { from: 0, to: 999_999 }) ?? 1;
    const now = sandbox.now();
    return {
      description: item.text('description') ?? (price ? prices.nameOf(price) : ''),
      amount: price ? price.unit_amount * quantity : bareAmount(item, quantity),
      period: plainPeriodOf(item) ?? { start: now, end: now },
      ...(price ? { priceId: price.id } : {}),
      quantity,
      taxRates: taxRatesOf(sandbox, item, 'tax_rates') ?? [],
    };
  });
}

function bareAmount(item: Input, quantity: number): number {
  const within = { from: -99_999_999, to: 99_999_999 };
  const unit = item.integer('unit_amount', within);
  const amount = item.integer('amount', within) ?? (unit === undefined ? undefined : unit * quantity);
  if (amount === undefined) throw missingParameter(item.param('amount'));
  return amount;
}

/** Reads `period[start]` and `period[end]`, in epoch seconds. */
export function plainPeriodOf(item: Input): AddedItem['period'] | undefined {
  const period = item.object('period');
  if (!period) return undefined;
  period.allowOnly(['start', 'end']);
  const [start, end] = [timestampOf(period, 'start'), timestampOf(period, 'end')];
  if (start === undefined || end === undefined) throw missingParameter(period.param(start === undefined ? 'start' : 'end'));
  if (end < start) throw invalidParameter(period.param('end'), 'The end of the period must not be before its start.');
  return { start, end };
}
