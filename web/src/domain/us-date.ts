import type { CalendarDate } from '@washdesk/rules/dates/dates';

/** Month, day and year with signs between them, or as eight digits. */
const usForms = [/^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/, /^(\d{2})(\d{2})(\d{4})$/];

/** A day as Americans type it: '11/22/2026', '11/22/26', '11222026'. Null for what is no day of this century. */
export function parseUsDate(text: string): CalendarDate | null {
  const parts = usForms.map((form) => form.exec(text.trim())).find((match) => match !== null);
  if (!parts) return null;
  const [, month = '', day = '', year = ''] = parts;
  const date = `20${year.slice(-2)}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (year.length === 4 && !year.startsWith('20')) return null;
  return isDay(date) ? date : null;
}

/** '2026-02-30' looks like a day and is none: a Date reads it as another day or as nothing. */
function isDay(date: CalendarDate): boolean {
  const time = Date.parse(date);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
}
