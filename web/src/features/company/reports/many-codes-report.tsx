import { useState } from 'react';
import type { ManyCodesReport as Report } from '@washdesk/contracts/company/report';
import { counted } from '@washdesk/rules/text/counts';
import { BarChart } from '../../../components/data/bar-chart.tsx';
import type { ScreenColumn } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { ResultPages } from '../../../components/data/result-pages.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { CustomerLink } from '../../../domain/customers/customer-link.tsx';
import { useCursorPages } from '../../../lib/pages/use-cursor-pages.ts';
import { CodesFilter, fewestReportedCodes } from './codes-filter.tsx';
import { CopiedSites } from './copied-sites.tsx';
import { ReportFrame } from './report-frame.tsx';
import { useReportQuery } from './reports-api.ts';
import styles from './reports.module.css';

const pageSize = 50;

/** Report 1: customers with more than two active plates and tags. */
export function ManyCodesReport() {
  const [least, setLeast] = useState(fewestReportedCodes);
  return (
    <ReportFrame id="1" least={least}>
      <CodesFilter least={least} onChange={setLeast} />
      <Pages key={least} least={least} />
    </ReportFrame>
  );
}

function Pages({ least }: { least: number }) {
  const pages = useCursorPages();
  const { data, error, isFetching, refetch } = useReportQuery({ params: { id: '1' }, query: { least: String(least), page: pages.cursor } });
  const report = data?.id === 1 ? data : null;
  return (
    <>
      {error && !isFetching && <Failure error={error} onRetry={() => void refetch()} />}
      {report && report.distribution.length > 0 && (
        <Section title="Customers by number of codes">
          <BarChart
            bars={report.distribution.map(({ codes, customers }) => ({ id: `${codes} codes`, label: String(codes), value: customers }))}
          />
        </Section>
      )}
      <Section flush {...(report && { title: counted(report.count, 'customer') })}>
        <DataTable
          file={null}
          rowKey="customer"
          columns={facts}
          rows={report?.rows}
          partial={pages.previous !== null || report?.next_page != null}
          failed={error !== undefined && !isFetching}
          empty={`No customers have ${least} or more active plates and tags`}
        />
      </Section>
      {report && <CopiedSites sites={report.sites} />}
      <ResultPages size={pageSize} pages={pages} next={report?.next_page ?? null} busy={isFetching} />
    </>
  );
}

const facts: ScreenColumn<Report['rows'][number]>[] = [
  { title: 'Name', key: 'name', render: (_value, { name }) => name ?? 'No name' },
  { title: 'Customer', dataIndex: 'customer', render: (id: string) => <code className={styles.copied}>{id}</code> },
  { title: 'Active codes', dataIndex: 'count', align: 'right' },
  {
    title: 'Actions',
    key: 'actions',
    render: (_value, { customer }) => <CustomerLink id={customer} name="View Customer" />,
  },
];
