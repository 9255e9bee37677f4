import type { CalendarDate } from '../dates/dates.ts';

/** A card is valid to the end of its printed month. `soon` is this month or the next, when the next bill may fail. */
export function cardExpiry({ month, year }: { month: number; year: number }, today: CalendarDate): 'valid' | 'soon' | 'expired' {
  const monthsLeft = year * 12 + month - (Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)));
  if (monthsLeft < 0) return 'expired';
  return monthsLeft <= 1 ? 'soon' : 'valid';
}
