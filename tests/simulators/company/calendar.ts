/** Days and months in UTC. The renewal times of subscriptions come from the rules, never from here. */
import { firstOfMonth, firstOfNextMonth } from '@washdesk/rules/dates/billing-instant';

export const dayMs = 86_400_000;

export interface Month {
  year: number;
  /** 1 is January. */
  month: number;
}

export function monthOf(instant: Date): Month {
  return { year: instant.getUTCFullYear(), month: instant.getUTCMonth() + 1 };
}

/** Returns the month `count` months after `from`. A negative count goes back. */
export function shiftMonth(from: Month, count: number): Month {
  const index = from.year * 12 + (from.month - 1) + count;
  const year = Math.floor(index / 12);
  return { year, month: index - year * 12 + 1 };
}

export function daysIn({ year, month }: Month): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** Returns the billing period that contains `now`: from the last renewal (inclusive) to the next (exclusive). */
export function billingPeriod(now: Date): { start: Date; end: Date } {
  return { start: firstOfMonth(now), end: firstOfNextMonth(now) };
}

export function daysBefore(instant: Date, days: number): Date {
  return new Date(instant.getTime() - days * dayMs);
}

export const isoDate = (instant: Date): string => instant.toISOString().slice(0, 10);
