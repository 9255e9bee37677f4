/** The company's time. Deadlines, backoff and holds never use it: they use the monotonic `performance.now()`, and those of commands `steadyNow`. */
export interface Clock {
  now(): Date;
}
