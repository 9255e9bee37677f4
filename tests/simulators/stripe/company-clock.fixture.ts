import type { StripeSimulator } from './simulator.ts';

/** The time of a company whose parts run in one process: each part that takes a clock gets `now`. */
export interface CompanyClock {
  now(): Date;
  /** Moves forward only. Resolves when Stripe has run everything that became due and all its webhooks are processed. */
  moveTo(instant: string): Promise<void>;
}

export function companyClock(stripe: Pick<StripeSimulator, 'clock' | 'moveClock' | 'webhooksSettled'>): CompanyClock {
  return {
    now: () => new Date(Date.now() + stripe.clock.offsetMs),
    async moveTo(instant) {
      stripe.moveClock(new Date(instant));
      await stripe.webhooksSettled();
    },
  };
}

/** Returns the simulator's start option that makes the company's time begin at that time, on any date. */
export function offsetTo(instant: string): number {
  return Date.parse(instant) - Date.now();
}
