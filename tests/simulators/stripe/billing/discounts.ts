import type { Cents, Discount, Instant, Item, Line, LineDiscount, Subscription } from './model.ts';
import { sum, taxShare } from './money.ts';
import { taxesOn } from './tax.ts';

type Discounted = Pick<Subscription, 'customer' | 'discounts'>;

/** Makes a percentage an integer: it has at most two decimals. */
const wholePercent = 100;

/** Returns the discounts that apply at that time: the subscription's own, otherwise its customer's. */
export function discountsAt({ customer, discounts = [] }: Discounted, at: Instant): readonly Discount[] {
  const own = discounts.filter((discount) => runs(discount, at));
  const { discount } = customer;
  return own.length === 0 && discount && runs(discount, at) ? [discount] : own;
}

export const runs = ({ endsAt }: Discount, at: Instant): boolean => endsAt === null || endsAt > at;

/**
 * Returns the discounts of each amount, in order: a percentage of every remainder, or an amount shared in proportion to the remainders,
 * rounded down, with the rest on the last one.
 */
export function discountAmounts(amounts: readonly Cents[], discounts: readonly Discount[]): LineDiscount[][] {
  const taken: LineDiscount[][] = amounts.map(() => []);
  const left = [...amounts];
  for (const discount of discounts) {
    const shares = discount.amountOff === null ? percentages(left, discount.percentOff ?? 0) : sharesOf(left, discount.amountOff);
    for (const [index, amount] of shares.entries()) {
      taken[index]?.push({ discountId: discount.id, amount });
      left[index] = (left[index] ?? 0) - amount;
    }
  }
  return taken;
}

function percentages(amounts: readonly Cents[], percent: number): Cents[] {
  return amounts.map((amount) => taxShare(amount, Math.round(percent * wholePercent), 100 * wholePercent));
}

function sharesOf(amounts: readonly Cents[], off: Cents): Cents[] {
  const total = sum(amounts);
  const taken = Math.min(off, total);
  const shares = amounts.map((amount) => (total === 0 ? 0 : Math.floor((taken * amount) / total)));
  const last = shares.length - 1;
  return shares.map((share, index) => (index === last ? taken - sum(shares.slice(0, last)) : share));
}

type Priced = Pick<Item, 'id' | 'price' | 'quantity'>;

/** Returns the cost of an item's natural period with these discounts, which apply to all items in proportion. */
export function discountedCost(item: Priced, items: readonly Priced[], discounts: readonly Discount[]): Cents {
  const all = items.some(({ id }) => id === item.id) ? items.map((each) => (each.id === item.id ? item : each)) : [...items, item];
  const index = all.findIndex(({ id }) => id === item.id);
  const own = discountAmounts(all.map(costOf), discounts)[index] ?? [];
  return costOf(item) - sum(own.map(({ amount }) => amount));
}

export const costOf = ({ price, quantity }: Pick<Item, 'price' | 'quantity'>): Cents => price.amount * quantity;

/** Takes the discounts off the lines of an invoice, except off prorations and credits, and taxes the remainders. */
export function discountLines(lines: readonly Line[], discounts: readonly Discount[]): Line[] {
  const places = lines.flatMap(({ proration, amount }, index) => (proration || amount <= 0 ? [] : [index]));
  const discountable = places.map((index) => lines[index]?.amount ?? 0);
  const amounts = discountAmounts(discountable, discounts);
  return lines.map(({ taxRates, ...line }, index) => {
    const own = amounts[places.indexOf(index)] ?? [];
    if (own.length === 0) return line;
    return { ...line, discounts: own, taxes: taxesOn(line.amount - discountOf({ discounts: own }), taxRates ?? []) };
  });
}

export const discountOf = ({ discounts = [] }: Pick<Line, 'discounts'>): Cents => sum(discounts.map(({ amount }) => amount));

/** Returns the account and the discounts after an invoice: without those of one invoice that lowered it, and without ended ones. */
export function usedUp({ discounts = [], customer }: Discounted, lines: readonly Line[], at: Instant): Discounted {
  const used = new Set(lines.flatMap((line) => line.discounts?.map(({ discountId }) => discountId) ?? []));
  const remains = (discount: Discount): boolean => runs(discount, at) && !(discount.once && used.has(discount.id));
  const { discount = null } = customer;
  return {
    ...(discounts.length > 0 && { discounts: discounts.filter(remains) }),
    customer: discount && !remains(discount) ? { ...customer, discount: null } : customer,
  };
}
