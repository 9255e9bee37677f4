import type { Cents } from './model.ts';

/**
 * `amount` x `part` / `whole`, to the nearest cent; half a cent goes away from zero, so that a credit is the exact opposite of
 * its debit. Exact for any size: no floating point takes part.
 */
export function shareOf(amount: Cents, part: number, whole: number): Cents {
  const product = BigInt(amount) * BigInt(part);
  const divisor = BigInt(whole);
  const magnitude = product < 0n ? -product : product;
  const rounded = Number((2n * magnitude + divisor) / (2n * divisor));
  return product < 0n ? minus(rounded) : rounded;
}

/** The opposite amount; nothing stays plain 0, never JavaScript's -0. */
export function minus(amount: Cents): Cents {
  return amount === 0 ? 0 : -amount;
}

export function sum(amounts: Iterable<Cents>): Cents {
  let total = 0;
  for (const amount of amounts) total += amount;
  return total;
}
