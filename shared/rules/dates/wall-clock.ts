const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns the local time at a site in Firebird's format: '2026-11-21 09:30:00.000'. Sitewatch stores local time without a zone. `timeZone`
 * is an IANA name.
 */
export function wallClock(instant: Date, timeZone: string): string {
  return new Date(shownAt(instant.getTime(), timeZone)).toISOString().replace('T', ' ').slice(0, -1);
}

const wallClockForm = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)(?:\.\d+)?$/;

/**
 * Returns the instant of a site's local time, which Sitewatch stores as '2026-11-21 09:30:00' without a zone. A time that occurs twice (in
 * fall) is the first of the two; a skipped time (in spring) is read with the offset before the change. `timeZone` is an IANA name. Throws a
 * RangeError for invalid text.
 */
export function instantOfWallClock(text: string, timeZone: string): Date {
  const parts = wallClockForm.exec(text)?.slice(1).map(Number);
  if (!parts) throw new RangeError(`Invalid wall-clock time: ${JSON.stringify(text)}`);
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts;
  const shown = Date.UTC(year, month - 1, day, hour, minute, second);
  // the offset of the day before precedes any clock change
  const before = shown - offsetAt(shown - dayMs, timeZone);
  const after = shown - offsetAt(shown + dayMs, timeZone);
  const showsIt = (instant: number): boolean => shownAt(instant, timeZone) === shown;
  return new Date(showsIt(before) || !showsIt(after) ? before : after);
}

const dayMs = 86_400_000;

/** Returns the zone's local time at an instant, to the millisecond, as if it were UTC. */
const shownAt = (instant: number, timeZone: string): number => instant + offsetAt(instant, timeZone);

/** Returns the milliseconds by which the zone is ahead of UTC at an instant. */
function offsetAt(instant: number, timeZone: string): number {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second) - Math.floor(instant / 1_000) * 1_000;
}

/** Cached: creating a formatter costs a hundred times as much as using it. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const whole = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' } as const;
  const made = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...whole });
  formats.set(timeZone, made);
  return made;
}
