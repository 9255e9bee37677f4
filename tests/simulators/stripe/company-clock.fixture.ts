import type { StripeSimulator } from './simulator.ts';

/** The time of a company whose parts run in one process: `now` is handed to each part that takes a clock. */
export interface CompanyClock {
  now(): Date;
  /** Moves forward only. Resolves when Stripe has done everything that falls due on the way, and all its webhooks have been handled. */
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

/** What to start the stand-in with, so that its company's time begins at that instant whatever the day is. */
export function offsetTo(instant: string): number {
  return Date.parse(instant) - Date.now();
}
