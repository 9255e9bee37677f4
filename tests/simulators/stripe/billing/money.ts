import type { Cents } from './model.ts';

/**
 * What a part of a period costs: `amount` x `part` / `whole`, to the nearest cent. Half a cent goes down, as real Stripe was seen to
 * round it: a debit of 4.5 is 4, a credit of -2.5 is -3. Exact for any size: no floating point takes part.
 */
export function proratedShare(amount: Cents, part: number, whole: number): Cents {
  const product = BigInt(amount) * BigInt(part);
  const divisor = BigInt(whole);
  // The least whole number that is not below the share less half a cent.
  return Number(ceilOf(2n * product - divisor, 2n * divisor));
}

/** A percentage of an amount, to the nearest cent; half a cent goes away from zero, so that the tax of a credit is the opposite of its debit's. */
export function taxShare(amount: Cents, part: number, whole: number): Cents {
  const product = BigInt(amount) * BigInt(part);
  const divisor = BigInt(whole);
  const magnitude = product < 0n ? -product : product;
  const rounded = Number((2n * magnitude + divisor) / (2n * divisor));
  return product < 0n ? minus(rounded) : rounded;
}

/** @param divisor above zero */
function ceilOf(number: bigint, divisor: bigint): bigint {
  const quotient = number / divisor;
  return number > 0n && number % divisor !== 0n ? quotient + 1n : quotient;
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
