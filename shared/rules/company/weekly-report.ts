import { siteDate, weekStart } from '../dates/dates.ts';
import { isWithinHours } from '../dates/day-hours.ts';
import { namedPeriod, type Period } from '../dates/periods.ts';

/** When the report of last week is due on Monday, in the company's time zone. */
const due = { from: '06:00', to: '24:00' };

/**
 * Returns the week whose report is due: last week, until this week ends. A report that was missed is sent late until then. Null on Monday
 * before the report is due.
 */
export function weekToReport(now: Date, timeZone: string): Period | null {
  const today = siteDate(now, timeZone);
  if (today === weekStart(today) && !isWithinHours(now, timeZone, due)) return null;
  return namedPeriod('lastWeek', today);
}
