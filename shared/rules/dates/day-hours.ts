/** A part of every day at a site, as 'HH:MM' of its clock: from the first minute on, up to the second one. */
export interface DayHours {
  from: string;
  to: string;
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

const dayMinutes = 24 * 60;

/** How many minutes of the day have passed there. */
function minuteOfDay(instant: Date, timeZone: string): number {
  const clock = new Intl.DateTimeFormat('en-US', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return minutesOf(clock.format(instant));
}

export function isWithinHours(instant: Date, timeZone: string, { from, to }: DayHours): boolean {
  const minute = minuteOfDay(instant, timeZone);
  return minute >= minutesOf(from) && minute < minutesOf(to);
}

/** How long it is until the hours begin, or up to an hour wrong where the clock is changed before. 0 within them. */
export function msUntilHours(instant: Date, timeZone: string, hours: DayHours): number {
  if (isWithinHours(instant, timeZone, hours)) return 0;
  const ahead = (minutesOf(hours.from) - minuteOfDay(instant, timeZone) + dayMinutes) % dayMinutes;
  return Math.max(1, ahead) * 60_000 - (instant.getTime() % 60_000);
}
