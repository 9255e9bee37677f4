import { addDays, addMonths, monthStart, weekStart, type CalendarDate } from './dates.ts';

/** Whole days, both inclusive. */
export interface Period {
  from: CalendarDate;
  to: CalendarDate;
}

/** The periods that reports offer, beside one of the reader's own. Weeks begin on Monday. */
export const periodNames = ['today', 'yesterday', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth'] as const;
export type PeriodName = (typeof periodNames)[number];

/** Returns a period by its name; the current week and month end today. */
export function namedPeriod(name: PeriodName, today: CalendarDate): Period {
  const yesterday = addDays(today, -1);
  const lastWeek = addDays(weekStart(today), -7);
  const periods: Record<PeriodName, Period> = {
    today: { from: today, to: today },
    yesterday: { from: yesterday, to: yesterday },
    thisWeek: { from: weekStart(today), to: today },
    lastWeek: { from: lastWeek, to: addDays(lastWeek, 6) },
    thisMonth: { from: monthStart(today), to: today },
    lastMonth: { from: addMonths(monthStart(today), -1), to: addDays(monthStart(today), -1) },
  };
  return periods[name];
}
