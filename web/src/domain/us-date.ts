import type { CalendarDate } from '@washdesk/rules/dates/dates';

/** Month, day and year with separators, or as eight digits. */
const usForms = [/^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/, /^(\d{2})(\d{2})(\d{4})$/];

/** Parses a date in US format: '11/22/2026', '11/22/26', '11222026'. Returns null for an invalid date or one outside this century. */
export function parseUsDate(text: string): CalendarDate | null {
  const parts = usForms.map((form) => form.exec(text.trim())).find((match) => match !== null);
  if (!parts) return null;
  const [, month = '', day = '', year = ''] = parts;
  const date = `20${year.slice(-2)}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (year.length === 4 && !year.startsWith('20')) return null;
  return isDay(date) ? date : null;
}

/** '2026-02-30' looks valid but is not: a Date parses it as another day or as invalid. */
function isDay(date: CalendarDate): boolean {
  const time = Date.parse(date);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}
