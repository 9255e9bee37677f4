/**
 * The part of a month's price, in cents, that falls to the seconds from `from` to `to`, which a natural month from `start` to `to`
 * is measured by: what Stripe's documentation calls a time slice, rounded to the nearest cent.
 */
export function proratedShare(price: number, { start, from, to }: { start: number; from: number; to: number }): number {
  return Math.round((price * (to - from)) / (to - start));
}
