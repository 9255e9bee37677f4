import { addMonths, epochSeconds } from './dates.ts';

/**
 * Plans are billed on the 1st. At the card provider that is an instant: the 1st at 10:00 UTC. It is the 1st in every US zone from Hawaii
 * (midnight) to the East, and before any wash opens. Only this file defines "the 1st".
 */
const billingHourUtc = 10;

/** The billing instant in parts, for systems that compute the next one themselves. `hour` is UTC. */
export const billingDay = { dayOfMonth: 1, hour: billingHourUtc } as const;

/** Returns the start of the current billing month: the latest billing instant not after `now`. */
export function firstOfMonth(now: Date): Date {
  const thisMonths = billingInstant(now, 0);
  return thisMonths <= now ? thisMonths : billingInstant(now, -1);
}

/** Returns the next billing instant, always after `now`; early on a 1st that is the same day's. */
export function firstOfNextMonth(now: Date): Date {
  const thisMonths = billingInstant(now, 0);
  return thisMonths > now ? thisMonths : billingInstant(now, 1);
}

/** Returns the next billing instants, one per month. */
export function nextBillingInstants(now: Date, months: number): Date[] {
  const next = firstOfNextMonth(now);
  return Array.from({ length: months }, (_, ahead) => billingInstant(next, ahead));
}

function billingInstant(now: Date, monthsAhead: number): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + monthsAhead, 1, billingHourUtc));
}

/** Returns the first monthly renewal at or after `from`, given one of them: of a plan that is not billed on the 1st. Epoch seconds. */
export function renewalFrom(renewal: number, from: number): number {
  const [date = '', time] = new Date(renewal * 1_000).toISOString().split('T');
  for (let months = 0; ; months += 1) {
    const at = epochSeconds(new Date(`${addMonths(date, months)}T${time}`));
    if (at >= from) return at;
  }
}
