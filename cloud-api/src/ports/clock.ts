/** The company's time (design section 4, "Time"). Token expiry, backoff and deadlines use the system's instead. */
export interface Clock {
  now(): Date;
}
