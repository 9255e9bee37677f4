import { Table, type TableColumnsType } from 'antd';
import type { ChangedAmountsReport as Report } from '@washdesk/contracts/company/report';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { emptyText } from '../../../components/data/empty-text.ts';
import { ResultPages } from '../../../components/data/result-pages.tsx';
import { rowCards } from '../../../components/data/row-cards.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { Money } from '../../../domain/money.tsx';
import { SiteTime } from '../../../domain/sites/site-time.tsx';
import { useCursorPages } from '../../../lib/pages/use-cursor-pages.ts';
import { ReportFrame } from './report-frame.tsx';
import { useReportQuery } from './reports-api.ts';

const pageSize = 50;

/** Report 3: charges whose amount a person changed. */
export function ChangedAmountsReport() {
  const pages = useCursorPages();
  const { data, error, isFetching, refetch } = useReportQuery({ params: { id: '3' }, query: { page: pages.cursor } });
  const report = data?.id === 3 ? data : null;
  const { original = 0, charged = 0 } = report?.total ?? {};
  return (
    <ReportFrame id="3">
      {error && !isFetching && <Failure error={error} onRetry={() => void refetch()} />}
      <Section flush title={`Sales of ${centsToDollars(original)}, charged ${centsToDollars(charged)}`}>
        <Table
          rowKey="charge"
          size="middle"
          {...rowCards(facts)}
          dataSource={report?.rows ?? []}
          loading={isFetching && !report}
          pagination={false}
          scroll={{ x: 'max-content' }}
          locale={emptyText(report, 'No changed amounts')}
        />
      </Section>
      <ResultPages size={pageSize} pages={pages} next={report?.next_page ?? null} busy={isFetching} />
    </ReportFrame>
  );
}

const facts: TableColumnsType<Report['rows'][number]> = [
  { key: 'at', title: 'Time', render: (_value, { at, site }) => <SiteTime seconds={Date.parse(at) / 1_000} site={site} /> },
  { title: 'Site', dataIndex: 'site' },
  { title: 'Employee', dataIndex: 'employee' },
  { title: 'Sale', dataIndex: 'sale' },
  { key: 'original', title: 'Sale amount', align: 'right', render: (_value, { original }) => <Money cents={original} /> },
  { key: 'charged', title: 'Charged', align: 'right', render: (_value, { charged }) => <Money cents={charged} /> },
  { key: 'reason', title: 'Reason', render: (_value, { reason }) => reason ?? 'None given' },
];
