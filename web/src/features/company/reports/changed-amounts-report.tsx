import type { ChangedAmountsReport as Report } from '@washdesk/contracts/company/report';
import { centsToDollars } from '@washdesk/rules/billing/money';
import type { ScreenColumn } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { ResultPages } from '../../../components/data/result-pages.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { moneyColumn, useSiteColumns } from '../../../domain/list-columns.tsx';
import { useCursorPages } from '../../../lib/pages/use-cursor-pages.ts';
import { ReportFrame } from './report-frame.tsx';
import { useReportQuery } from './reports-api.ts';

const pageSize = 50;

type ChangedAmount = Report['rows'][number];

/** Report 3: charges whose amount a person changed. */
export function ChangedAmountsReport() {
  const pages = useCursorPages();
  const { data, error, isFetching, refetch } = useReportQuery({ params: { id: '3' }, query: { page: pages.cursor } });
  const report = data?.id === 3 ? data : null;
  const { site, time } = useSiteColumns();
  const columns: ScreenColumn<ChangedAmount>[] = [
    time<ChangedAmount>('Time', ({ at }) => Date.parse(at) / 1_000, { siteOf: (row) => row.site }),
    site<ChangedAmount>(),
    ...facts,
  ];
  return (
    <ReportFrame id="3">
      {error && !isFetching && <Failure error={error} onRetry={() => void refetch()} />}
      <Section flush {...(report && { title: sumsOf(report) })}>
        <DataTable
          file={null}
          rowKey="charge"
          columns={columns}
          rows={report?.rows}
          failed={error !== undefined && !isFetching}
          busy={isFetching}
          empty="No changed amounts"
          partial={pages.previous !== null || report?.next_page != null}
        />
      </Section>
      <ResultPages size={pageSize} pages={pages} next={report?.next_page ?? null} busy={isFetching} />
    </ReportFrame>
  );
}

const sumsOf = ({ total: { original, charged } }: Report): string =>
  `Sales of ${centsToDollars(original)}, charged ${centsToDollars(charged)}`;

const facts: ScreenColumn<ChangedAmount>[] = [
  { title: 'Employee', dataIndex: 'employee', card: 'title' },
  { title: 'Sale', dataIndex: 'sale' },
  moneyColumn('Sale amount', ({ original }) => original),
  moneyColumn('Charged', ({ charged }) => charged, { card: 'end' }),
  { title: 'Reason', dataIndex: 'reason', wraps: true, card: 'plain', render: (reason: string | null) => reason ?? 'None given' },
];
