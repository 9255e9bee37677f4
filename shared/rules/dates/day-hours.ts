/** A daily period at a site, as 'HH:MM' in local time: from the first minute (inclusive) to the second (exclusive). */
export interface DayHours {
  from: string;
  to: string;
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

const dayMinutes = 24 * 60;

/** Returns the minutes since local midnight. */
function minuteOfDay(instant: Date, timeZone: string): number {
  const clock = new Intl.DateTimeFormat('en-US', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return minutesOf(clock.format(instant));
}

export function isWithinHours(instant: Date, timeZone: string, { from, to }: DayHours): boolean {
  const minute = minuteOfDay(instant, timeZone);
  return minute >= minutesOf(from) && minute < minutesOf(to);
}

/** Returns the milliseconds until the hours begin, 0 within them. Up to an hour off if the clocks change before. */
export function msUntilHours(instant: Date, timeZone: string, hours: DayHours): number {
  if (isWithinHours(instant, timeZone, hours)) return 0;
  const ahead = (minutesOf(hours.from) - minuteOfDay(instant, timeZone) + dayMinutes) % dayMinutes;
  return Math.max(1, ahead) * 60_000 - (instant.getTime() % 60_000);
}
