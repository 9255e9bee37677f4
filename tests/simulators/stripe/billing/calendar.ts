import type { Instant, Interval, Span } from './model.ts';

const daySeconds = 86_400;

export function lengthOf({ start, end }: Span): number {
  return end - start;
}

/**
 * Returns the natural billing period that contains `instant`: one interval step of the anchor, before or after it. In a month without that
 * day, it is the last day ("Set the subscription billing renewal date").
 */
export function naturalPeriod(anchor: Instant, interval: Interval, instant: Instant): Span {
  let steps = Math.floor((instant - anchor) / (longestDays(interval) * daySeconds));
  while (stepFrom(anchor, interval, steps) > instant) steps -= 1;
  while (stepFrom(anchor, interval, steps + 1) <= instant) steps += 1;
  return { start: stepFrom(anchor, interval, steps), end: stepFrom(anchor, interval, steps + 1) };
}

export interface AnchorConfig {
  dayOfMonth: number;
  hour: number;
  minute: number;
  second: number;
}

/** Returns the next time, in UTC, that matches `billing_cycle_anchor_config` at `now`: in a month that has the day. */
export function anchorOn({ dayOfMonth, hour, minute, second }: AnchorConfig, now: Instant): Instant {
  const today = new Date(now * 1000);
  for (let ahead = 0; ; ahead += 1) {
    const year = today.getUTCFullYear();
    const month = today.getUTCMonth() + ahead;
    const candidate = Date.UTC(year, month, dayOfMonth, hour, minute, second) / 1000;
    if (dayOfMonth <= daysIn(year, month) && candidate > now) return candidate;
  }
}

/** Formats a date as on invoices: `16 Nov 2026`. */
export function dayName(instant: Instant): string {
  return new Date(instant * 1000).toUTCString().slice('Mon, '.length, 'Mon, 16 Nov 2026'.length);
}

function stepFrom(anchor: Instant, { unit, count }: Interval, steps: number): Instant {
  if (unit === 'day') return anchor + steps * count * daySeconds;
  if (unit === 'week') return anchor + steps * count * 7 * daySeconds;
  return shiftMonths(anchor, steps * count * (unit === 'year' ? 12 : 1));
}

function shiftMonths(instant: Instant, months: number): Instant {
  const from = new Date(instant * 1000);
  const year = from.getUTCFullYear();
  const month = from.getUTCMonth() + months;
  const day = Math.min(from.getUTCDate(), daysIn(year, month));
  return Date.UTC(year, month, day, from.getUTCHours(), from.getUTCMinutes(), from.getUTCSeconds()) / 1000;
}

/** @param month counts from 0 and may exceed the year at either end */
function daysIn(year: number, month: number): number {
  return new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
}

function longestDays({ unit, count }: Interval): number {
  return { day: 1, week: 7, month: 31, year: 366 }[unit] * count;
}
