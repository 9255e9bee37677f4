import type { Cents } from './model.ts';

/**
 * Returns `amount` x `part` / `whole`, the price of a part of a period, to the nearest cent. Half a cent is rounded down, as observed at
 * Stripe: a debit of 4.5 is 4, a credit of -2.5 is -3. Exact for any size: no floating point.
 */
export function proratedShare(amount: Cents, part: number, whole: number): Cents {
  const product = BigInt(amount) * BigInt(part);
  const divisor = BigInt(whole);
  // the smallest integer that is at least the share minus half a cent
  return Number(ceilOf(2n * product - divisor, 2n * divisor));
}

/**
 * Returns a percentage of an amount, to the nearest cent. Half a cent is rounded away from zero, so that the tax of a credit cancels its
 * debit's.
 */
export function taxShare(amount: Cents, part: number, whole: number): Cents {
  const product = BigInt(amount) * BigInt(part);
  const divisor = BigInt(whole);
  const magnitude = product < 0n ? -product : product;
  const rounded = Number((2n * magnitude + divisor) / (2n * divisor));
  return product < 0n ? minus(rounded) : rounded;
}

/** @param divisor positive */
function ceilOf(number: bigint, divisor: bigint): bigint {
  const quotient = number / divisor;
  return number > 0n && number % divisor !== 0n ? quotient + 1n : quotient;
}

/** Negates an amount, without JavaScript's -0. */
export function minus(amount: Cents): Cents {
  return amount === 0 ? 0 : -amount;
}

export function sum(amounts: Iterable<Cents>): Cents {
  let total = 0;
  for (const amount of amounts) total += amount;
  return total;
}
