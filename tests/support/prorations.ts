/**
 * Returns Stripe's charge for a part of a month, in cents: to the nearest cent, half a cent down.
 * @param seconds the part, of a period of `whole` seconds
 */
export function debitOf(price: number, seconds: number, whole: number): number {
  return Math.ceil((price * seconds) / whole - 0.5);
}

/** Returns Stripe's credit for a part of a billed month, in cents: to the nearest cent, half a cent up. */
export function creditOf(price: number, seconds: number, whole: number): number {
  return Math.round((price * seconds) / whole);
}
