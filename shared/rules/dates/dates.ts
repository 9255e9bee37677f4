/** A calendar day, 'YYYY-MM-DD', without time or zone. */
export type CalendarDate = string;

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns the date at a site: "today" is always the site's date (docs/rules/sites.md#site-time). `timeZone` is an IANA name. Throws a
 * RangeError for an unknown zone or an invalid instant.
 */
export function siteDate(instant: string | Date, timeZone: string): CalendarDate {
  const parts = dateFormatter(timeZone).formatToParts(new Date(instant));
  const part = (type: 'year' | 'month' | 'day') => parts.find((candidate) => candidate.type === type)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}

/** Returns epoch seconds, the card provider's format of instants. */
export const epochSeconds = (instant: Date): number => Math.floor(instant.getTime() / 1_000);

/** Returns the first day of the date's month. */
export function monthStart(date: CalendarDate): CalendarDate {
  return `${date.slice(0, 7)}-01`;
}

const dateOf = (ms: number): CalendarDate => new Date(ms).toISOString().slice(0, 10);

/** Returns the date this many days later, or earlier if negative. */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return dateOf(Date.parse(date) + days * dayMs);
}

export function nextDay(date: CalendarDate): CalendarDate {
  return addDays(date, 1);
}

/**
 * Returns the weeks entirely within a period: the Monday of the first and the Monday after the last. If there are none, both are the
 * period's first day.
 */
export function wholeWeeks(from: CalendarDate, to: CalendarDate): { first: CalendarDate; end: CalendarDate } {
  const first = mondayOf(Date.parse(from) + 6 * dayMs);
  const end = mondayOf(Date.parse(to) + dayMs);
  return first < end ? { first: dateOf(first), end: dateOf(end) } : { first: from, end: from };
}

/** Returns the Monday of the date's week. */
export const weekStart = (date: CalendarDate): CalendarDate => dateOf(mondayOf(Date.parse(date)));

/** Returns the Monday of the week; both in epoch milliseconds. */
function mondayOf(ms: number): number {
  return ms - ((new Date(ms).getUTCDay() + 6) % 7) * dayMs;
}

/** Returns the same day this many months later, or earlier if negative; the last day of the month if the month is too short. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const { year, month, day } = parseDate(date);
  const target = year * 12 + (month - 1) + months;
  const targetYear = Math.floor(target / 12);
  const targetMonth = target - targetYear * 12 + 1;
  const lastDay = new Date(Date.UTC(targetYear, targetMonth, 0)).getUTCDate();
  return [pad(targetYear, 4), pad(targetMonth, 2), pad(Math.min(day, lastDay), 2)].join('-');
}

/** Formats the time since an event: 'just now', '3 min ago', '2 h ago', '5 d ago', '4 mo ago', '2 y ago'. */
export function timeAgo(then: string | Date, now: Date): string {
  const elapsedMs = now.getTime() - new Date(then).getTime();
  // An instant slightly in the future comes from a clock difference between two machines.
  if (elapsedMs < minuteMs) return 'just now';
  if (elapsedMs < hourMs) return `${Math.floor(elapsedMs / minuteMs)} min ago`;
  if (elapsedMs < dayMs) return `${Math.floor(elapsedMs / hourMs)} h ago`;
  const days = Math.floor(elapsedMs / dayMs);
  if (days < 60) return `${days} d ago`;
  if (days < 730) return `${Math.floor(days / 30)} mo ago`;
  return `${Math.floor(days / 365)} y ago`;
}

/** Formats a calendar date in US form: 'MM/DD/YYYY'. */
export function formatDateUs(date: CalendarDate): string {
  const { year, month, day } = parseDate(date);
  return [pad(month, 2), pad(day, 2), pad(year, 4)].join('/');
}

function parseDate(date: CalendarDate): { year: number; month: number; day: number } {
  return { year: Number(date.slice(0, 4)), month: Number(date.slice(5, 7)), day: Number(date.slice(8, 10)) };
}

function pad(number: number, digits: number): string {
  return String(number).padStart(digits, '0');
}

/** Cached: creating a formatter costs a hundred times as much as using it, and lists format hundreds of dates. */
function dateFormatter(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  formatters.set(timeZone, made);
  return made;
}
