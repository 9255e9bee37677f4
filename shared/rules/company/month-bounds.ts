import { addMonths, monthStart, siteDate } from '../dates/dates.ts';
import { instantOfWallClock } from '../dates/wall-clock.ts';
import type { MonthBounds } from './member-months.ts';

/** The number of months with metrics: the current one and those of the two years before it. */
export const countedMonths = 25;

/** Returns the months with metrics at an instant, `2026-11` in the site's time zone, oldest first. */
export function monthsUntil(now: Date, timeZone: string): string[] {
  const running = monthStart(siteDate(now, timeZone));
  return Array.from({ length: countedMonths }, (_none, index) => addMonths(running, index + 1 - countedMonths).slice(0, 7));
}

/** Returns the start and end of a month at a site; the end is at most `now`. */
export function monthBounds(month: string, timeZone: string, now: Date): MonthBounds {
  const first = `${month}-01`;
  return { start: dayBegins(first, timeZone), end: Math.min(dayBegins(addMonths(first, 1), timeZone), now.getTime()) };
}

const dayBegins = (date: string, timeZone: string): number => instantOfWallClock(`${date} 00:00:00`, timeZone).getTime();
