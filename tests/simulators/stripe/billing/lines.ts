import { dayName } from './calendar.ts';
import type { AddedItem } from './events.ts';
import type { Cents, Debit, Item, Line, Span, TaxRate } from './model.ts';
import { taxesOn } from './tax.ts';

type Billable = Pick<Item, 'id' | 'price' | 'quantity'>;

/** A period billed ahead: whole, or its part from the start of service to the first renewal. */
export function periodLine(item: Billable, debit: Debit, partial: boolean): Line {
  return {
    ...subscriptionLine(item, debit.span, debit.taxRates, debit.amount),
    description: partial ? remaining(item, debit) : wholePeriod(item),
    proration: partial,
    ...(partial ? netOf(debit) : { taxRates: debit.taxRates }),
  };
}

/** A change within a period: the cost of the new price for the rest of it. */
export function remainingTimeLine(item: Billable, debit: Debit): Line {
  return { ...prorated(item, debit.span, debit.taxRates, debit.amount, remaining(item, debit)), ...netOf(debit) };
}

/** The reversal of (part of) an earlier debit, with that debit's taxes. @param amount at most 0 */
export function unusedTimeLine(debit: Debit, span: Span, amount: Cents): Line {
  const item = { id: debit.itemId, price: debit.price, quantity: debit.quantity };
  const description = `${timeOn('Unused', 1, debit.price.name, span)}${offWords(debit)}`;
  return { ...prorated(item, span, debit.taxRates, amount, description), ...netOf(debit), credit: true };
}

export function trialLine(item: Billable, span: Span): Line {
  return {
    ...subscriptionLine(item, span, [], 0),
    description: `Free trial for ${item.quantity} × ${item.price.name}`,
    proration: false,
  };
}

export function addedLine({ description, amount, priceId, quantity = 1 }: AddedItem, period: Span, rates: readonly TaxRate[]): Line {
  return {
    source: 'invoice_item',
    description,
    itemId: null,
    priceId: priceId ?? null,
    quantity,
    amount,
    period,
    proration: false,
    taxes: taxesOn(amount, rates),
    taxRates: rates,
  };
}

function prorated(item: Billable, span: Span, rates: readonly TaxRate[], amount: Cents, description: string): Line {
  return { ...subscriptionLine(item, span, rates, amount), source: 'invoice_item', description, proration: true };
}

function subscriptionLine(item: Billable, period: Span, rates: readonly TaxRate[], amount: Cents) {
  return {
    source: 'subscription' as const,
    itemId: item.id,
    priceId: item.price.id,
    quantity: item.quantity,
    amount,
    period,
    taxes: taxesOn(amount, rates),
  };
}

/** A proration names its discounts, but its amount is already net. */
const netOf = ({ discounts = [] }: Debit): Pick<Line, 'discounts'> =>
  discounts.length > 0 ? { discounts: discounts.map(({ id }) => ({ discountId: id, amount: 0 })) } : {};

const remaining = ({ quantity, price }: Billable, debit: Debit): string =>
  `${timeOn('Remaining', quantity, price.name, debit.span)}${offWords(debit)}`;

function offWords({ discounts = [] }: Debit): string {
  const words = discounts.map(({ percentOff, amountOff }) =>
    percentOff === null ? `$${((amountOff ?? 0) / 100).toFixed(2)}` : `${percentOff}%`,
  );
  return words.length > 0 ? ` (with ${words.join(' and ')} off)` : '';
}

function wholePeriod({ price, quantity }: Billable): string {
  const { unit, count } = price.interval;
  const each = count === 1 ? unit : `every ${count} ${unit}s`;
  return `${quantity} × ${price.name} (at $${(price.amount / 100).toFixed(2)} / ${each})`;
}

function timeOn(what: 'Remaining' | 'Unused', quantity: number, name: string, span: Span): string {
  return `${what} time on ${quantity === 1 ? '' : `${quantity} × `}${name} after ${dayName(span.start)}`;
}
