import { useState } from 'react';
import type { MultiCodeCustomer } from '@washdesk/contracts/company/report';
import { counted } from '@washdesk/rules/text/counts';
import type { Column } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { ResultPages } from '../../../components/data/result-pages.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { VehicleCode } from '../../../domain/codes/vehicle-code.tsx';
import { CustomerLink } from '../../../domain/customers/customer-link.tsx';
import { everyPage } from '../../../lib/pages/every-page.ts';
import { useCursorPages } from '../../../lib/pages/use-cursor-pages.ts';
import { CodesFilter, fewestReportedCodes } from './codes-filter.tsx';
import { CopiedSites } from './copied-sites.tsx';
import { useLazyMultiActiveCodesQuery, useMultiActiveCodesQuery } from './reports-api.ts';
import styles from './reports.module.css';

const pageSize = 50;

/** /admin/reports: customers with more than two active codes, and their codes (docs/rules/company.md#reports). */
export function MultiCodesScreen() {
  const [least, setLeast] = useState(fewestReportedCodes);
  return (
    <Page title="Customers with more than two active codes">
      <CodesFilter least={least} onChange={setLeast} />
      <Pages key={least} least={least} />
    </Page>
  );
}

function Pages({ least }: { least: number }) {
  const pages = useCursorPages();
  const { data, error, isFetching, refetch } = useMultiActiveCodesQuery({ query: { least: String(least), page: pages.cursor } });
  const [read] = useLazyMultiActiveCodesQuery();
  return (
    <>
      {error && !isFetching && <Failure error={error} onRetry={() => void refetch()} />}
      <Section flush {...(data && { title: counted(data.count, 'customer') })}>
        <DataTable
          rowKey="customer"
          columns={facts}
          rows={data?.customers}
          file="customers-with-many-codes"
          allRows={() =>
            everyPage(
              (page) => read({ query: { least: String(least), page } }).unwrap(),
              ({ customers }) => customers,
            )
          }
          partial={pages.previous !== null || data?.next_page != null}
          failed={error !== undefined && !isFetching}
          empty={`No customers have ${least} or more active plates and tags`}
        />
      </Section>
      {data && <CopiedSites sites={data.sites} />}
      <ResultPages size={pageSize} pages={pages} next={data?.next_page ?? null} busy={isFetching} />
    </>
  );
}

const facts: Column<MultiCodeCustomer>[] = [
  { title: 'Name', key: 'name', render: (_value, { name }) => name ?? 'No name' },
  { title: 'Email', dataIndex: 'email', render: (email: string | null) => email ?? '–' },
  {
    title: 'Active codes',
    dataIndex: 'codes',
    text: ({ codes }) => codes.join(', '),
    render: (codes: string[]) => (
      <span className={styles.codes}>
        {codes.map((code) => (
          <VehicleCode key={code} code={code} />
        ))}
      </span>
    ),
  },
  { title: 'Count', dataIndex: 'count', align: 'right' },
  {
    title: 'Actions',
    key: 'actions',
    render: (_value, { customer }) => <CustomerLink id={customer} name="View Customer" />,
  },
];
