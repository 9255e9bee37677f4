/** The company's time (docs/decisions/0008-clock.md). Token expiry, backoff and deadlines use the system's instead. */
export interface Clock {
  now(): Date;
}
