import type { StripeSimulator } from '../simulators/stripe/simulator.ts';

/** The time of a company whose parts live in one process: hand `now` to whatever wants a clock. */
export interface CompanyClock {
  now(): Date;
  /** Forward only. Stripe does what falls due on the way, and everything that it told by webhook has been taken. */
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
