/** Company time (docs/decisions/0008-clock.md). Token expiry, backoff and deadlines use system time instead. */
export interface Clock {
  now(): Date;
}
