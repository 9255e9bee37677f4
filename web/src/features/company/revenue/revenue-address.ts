import { useSearchParams } from 'react-router-dom';
import { namedPeriod, periodNames, type Period, type PeriodName } from '@washdesk/rules/dates/periods';

export const rowSizes = { day: 'Days', week: 'Weeks' } as const;
export type RowSize = keyof typeof rowSizes;

/** The state in the URL, so that a report can be bookmarked and shared. */
interface RevenueAddress {
  /** Null for a period of the reader's own. */
  name: PeriodName | null;
  period: Period;
  rows: RowSize;
}

const day = /^\d{4}-\d\d-\d\d$/;

function read(query: URLSearchParams, today: string): RevenueAddress {
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
  const rows = query.get('rows') === 'week' ? 'week' : 'day';
  if (day.test(from) && day.test(to)) return { name: null, period: { from, to }, rows };
  const name = periodNames.find((one) => one === query.get('period')) ?? 'thisMonth';
  return { name, period: namedPeriod(name, today), rows };
}

/** @param today the date at the session's site */
export function useRevenueAddress(today: string) {
  const [query, setQuery] = useSearchParams();
  const address = read(query, today);
  const write = (period: Record<string, string>, rows: RowSize): void => setQuery({ ...period, rows }, { replace: true });
  return {
    address,
    choosePeriod: (name: PeriodName): void => write({ period: name }, address.rows),
    setPeriod: ({ from, to }: Period): void => write({ from, to }, address.rows),
    setRows: (rows: RowSize): void =>
      write(address.name === null ? { from: address.period.from, to: address.period.to } : { period: address.name }, rows),
  };
}
