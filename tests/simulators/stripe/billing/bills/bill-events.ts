import { anchorOn } from '../calendar.ts';
import type { BillingEvent, Create, Update } from '../events.ts';
import type { Cents, Price, ProrationBehavior } from '../model.ts';
import { at } from './worked-bill.ts';

function monthly(name: string, amount: Cents): Price {
  return { id: `price_${name.replaceAll(' ', '')}_${amount}`, name, amount, interval: { unit: 'month', count: 1 } };
}

export const superKiss = monthly('Super Kiss', 2999);
export const superKissNext = monthly('Super Kiss', 3299);
export const superKissPlus = monthly('Super Kiss Plus', 4499);
export const superInterior = monthly('Super Interior', 5999);
/** Interior costs 34.99; as a downgrade it is capped at 29.99 (docs/rules/billing.md#upgrade-and-downgrade). */
export const interiorCapped = monthly('Interior', 2999);
export const onceAMonth = monthly('Once A Month Car', 1299);
/** The prices of Stripe's own examples. */
export const tenDollars = monthly('Ten', 1000);
export const twentyDollars = monthly('Twenty', 2000);
export const hundredDollars = monthly('Hundred', 10_000);
export const twoHundredDollars = monthly('Two Hundred', 20_000);
export const silver = monthly('Silver plan', 1000);
export const gold = monthly('Gold plan', 3252);

/** Creates a sale like the product's: billed on the 1st at 10:00 UTC. */
export function signUp(moment: string, price: Price, more: Partial<Create> = {}): Create {
  const anchor = anchorOn({ dayOfMonth: 1, hour: 10, minute: 0, second: 0 }, at(moment));
  return { type: 'create', at: at(moment), items: [{ id: 'si_1', price, quantity: 1 }], anchor, ...more };
}

/** Like `signUp`, but anchored at the time of sale, as in Stripe's own examples. */
export function subscribe(moment: string, price: Price): Create {
  return { type: 'create', at: at(moment), items: [{ id: 'si_1', price, quantity: 1 }] };
}

/** Returns the events of a member who joined on a 1st, paid every month and changed nothing. */
export function memberSince(first: string, price: Price, more: Partial<Create> = {}): BillingEvent[] {
  return [signUp(`${first} 10:00`, price, more)];
}

export function change(moment: string, price: Price, prorationBehavior: ProrationBehavior, more: Partial<Update> = {}): Update {
  return { type: 'update', at: at(moment), items: [{ id: 'si_1', price, quantity: 1 }], prorationBehavior, ...more };
}

export function renewal(moment: string): BillingEvent {
  return { type: 'due', at: at(moment) };
}
