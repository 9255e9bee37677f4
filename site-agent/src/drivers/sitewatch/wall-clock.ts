/**
 * What the clock on the site's wall shows at an instant, as Firebird reads it: '2026-11-21 09:30:00.000'. A till of the nineties knows
 * no time zones and keeps local time.
 * @param timeZone IANA name
 */
export function wallClock(instant: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
  }).formatToParts(instant);
  const { year, month, day, hour, minute, second, fractionalSecond } = Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  return `${year}-${month}-${day} ${hour}:${minute}:${second}.${fractionalSecond}`;
}
