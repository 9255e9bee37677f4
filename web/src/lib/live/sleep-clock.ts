/**
 * Milliseconds that also count while the device sleeps, which a monotonic clock may not. The clock of the device may be wrong or set, so it
 * measures only how long nothing was heard.
 */
export const sleepClockMs = (): number => Date.now();
