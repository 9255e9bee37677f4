import type { Revenue, RevenueAmounts } from '@washdesk/contracts/company/revenue';
import { formatDateUs, nextDay, weekStart } from '@washdesk/rules/dates/dates';
import type { Period } from '@washdesk/rules/dates/periods';
import type { RowSize } from './revenue-address.ts';

export interface RevenueRow {
  /** The first and last day of the row within the period. */
  from: string;
  to: string;
  /** By site; sites without revenue are missing. */
  sites: ReadonlyMap<number | null, RevenueAmounts>;
}

export const netOf = ({ memberships, sales, refunds }: RevenueAmounts): number => memberships + sales - refunds;

/** Returns a row for every day or week of the period until today, the newest first, also those without revenue. */
export function revenueRows({ days }: Revenue, { from, to }: Period, size: RowSize, today: string): RevenueRow[] {
  const last = [to < today ? to : today, ...days.map(({ day }) => day)].toSorted().at(-1) ?? to;
  const firstOf = (day: string): string => {
    if (size === 'day') return day;
    return weekStart(day) < from ? from : weekStart(day);
  };
  const rows = new Map<string, { from: string; to: string; sites: Map<number | null, RevenueAmounts> }>();
  for (let day = from; day <= last; day = nextDay(day)) {
    const row = rows.get(firstOf(day));
    if (row) row.to = day;
    else rows.set(day, { from: day, to: day, sites: new Map() });
  }
  for (const { day, site, memberships, sales, refunds } of days) {
    const sites = rows.get(firstOf(day))?.sites;
    const sum = sites?.get(site) ?? { memberships: 0, sales: 0, refunds: 0 };
    sites?.set(site, { memberships: sum.memberships + memberships, sales: sum.sales + sales, refunds: sum.refunds + refunds });
  }
  return [...rows.values()].toReversed();
}

export const rowTitle = ({ from, to }: RevenueRow): string =>
  from === to ? formatDateUs(from) : `${formatDateUs(from)} – ${formatDateUs(to)}`;
