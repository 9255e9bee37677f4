import { formatDateUs, nextDay } from '@washdesk/rules/dates/dates';
import { BarChart } from '../../../components/data/bar-chart.tsx';
import type { ScreenColumn } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { ResultPages } from '../../../components/data/result-pages.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { useCursorPages } from '../../../lib/pages/use-cursor-pages.ts';
import { ReportFrame } from './report-frame.tsx';
import { useReportQuery } from './reports-api.ts';

const pageSize = 50;
/** A label under each bar would not be readable. */
const labelledEvery = 7;

/** Report 2: online sign-up attempts by existing customers. */
export function OnlineAttemptsReport() {
  const pages = useCursorPages();
  const { data, error, isFetching, refetch } = useReportQuery({ params: { id: '2' }, query: { page: pages.cursor } });
  const report = data?.id === 2 ? data : null;
  const bars = everyDay(report?.rows ?? []).map(({ date, count }, index) => ({
    id: formatDateUs(date),
    label: index % labelledEvery === 0 ? formatDateUs(date).slice(0, 5) : '',
    value: count,
  }));
  return (
    <ReportFrame id="2">
      {error && !isFetching && <Failure error={error} onRetry={() => void refetch()} />}
      {bars.length > 1 && (
        <Section title="Attempts per day">
          <BarChart bars={bars} figures={false} height={120} />
        </Section>
      )}
      <Section flush>
        <DataTable
          file={null}
          rowKey="date"
          columns={facts}
          rows={report?.rows}
          partial={pages.previous !== null || report?.next_page != null}
          failed={error !== undefined && !isFetching}
          empty="No online sign-up attempts by existing customers"
        />
      </Section>
      <ResultPages size={pageSize} pages={pages} next={report?.next_page ?? null} busy={isFetching} />
    </ReportFrame>
  );
}

/** Returns the days oldest first, including those without attempts. @param rows newest first */
function everyDay(rows: readonly { date: string; count: number }[]): { date: string; count: number }[] {
  const [newest, oldest] = [rows[0]?.date, rows.at(-1)?.date];
  if (newest === undefined || oldest === undefined) return [];
  const counts = new Map(rows.map(({ date, count }) => [date, count]));
  const days: { date: string; count: number }[] = [];
  for (let day = oldest; day <= newest; day = nextDay(day)) days.push({ date: day, count: counts.get(day) ?? 0 });
  return days;
}

const facts: ScreenColumn<{ date: string; count: number }>[] = [
  { title: 'Date', dataIndex: 'date', render: formatDateUs },
  { title: 'Attempts', dataIndex: 'count', align: 'right' },
];
