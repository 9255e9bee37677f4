import { addMonths, monthStart, siteDate } from '../dates/dates.ts';
import { instantOfWallClock } from '../dates/wall-clock.ts';
import type { MonthBounds } from './member-months.ts';

/** How many months have numbers: the running one and those of two years before it. */
export const countedMonths = 25;

/** The months that have numbers at an instant, `2026-11` as a site's calendar has it, the oldest first. */
export function monthsUntil(now: Date, timeZone: string): string[] {
  const running = monthStart(siteDate(now, timeZone));
  return Array.from({ length: countedMonths }, (_none, index) => addMonths(running, index + 1 - countedMonths).slice(0, 7));
}

/** When a month begins and ends at a site; it ends at `now` where that comes first. */
export function monthBounds(month: string, timeZone: string, now: Date): MonthBounds {
  const first = `${month}-01`;
  return { start: dayBegins(first, timeZone), end: Math.min(dayBegins(addMonths(first, 1), timeZone), now.getTime()) };
}

const dayBegins = (date: string, timeZone: string): number => instantOfWallClock(`${date} 00:00:00`, timeZone).getTime();
