import { Button } from 'antd';
import { Link } from 'react-router-dom';
import type { SoldList as ListName, SoldPlan } from '@washdesk/contracts/company/sales';
import { salesDefinitions, sellersWithoutNumber } from '@washdesk/rules/plans/plan-sales';
import { grouped } from '@washdesk/rules/text/counts';
import type { ScreenColumn } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { ResultPages } from '../../../components/data/result-pages.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { Plate } from '../../../domain/codes/plate.tsx';
import { CustomerLink } from '../../../domain/customers/customer-link.tsx';
import { SiteName } from '../../../domain/sites/site-name.tsx';
import { SiteTime } from '../../../domain/sites/site-time.tsx';
import { useCursorPages } from '../../../lib/pages/use-cursor-pages.ts';
import { saveCsv } from '../../../lib/save-file.ts';
import { periodQuery, type SalesAddress } from './sales-address.ts';
import { useSoldPlansFileMutation, useSoldPlansQuery } from './sales-api.ts';
import { listTitles } from './sales-figures.tsx';
import styles from './sales.module.css';

const pageSize = 50;

interface SoldListProps {
  list: ListName;
  address: SalesAddress;
  /** The URL of the figures. */
  back: string;
}

/** The members behind a figure. */
export function SoldList({ list, address, back }: SoldListProps) {
  const { seller, reason } = address;
  const pages = useCursorPages();
  const query = { ...periodQuery(address), list, ...(seller !== null && { seller }), ...(reason !== null && { reason }) };
  const { data, error, isFetching, refetch } = useSoldPlansQuery({ query: { ...query, page: pages.cursor } });
  const [fetchFile, file] = useSoldPlansFileMutation();
  const download = async (): Promise<void> => {
    const { data: text } = await fetchFile({ query });
    if (text === undefined) return;
    saveCsv(`sales-${list.toLowerCase()}.csv`, text);
    // the file is downloading, so its text can be removed from memory
    file.reset();
  };
  const of = [seller !== null && whoIs(seller, data?.rows[0]?.sellerName ?? null), reason].filter(Boolean).join(', ');
  return (
    <Page
      title={of === '' ? listTitles[list] : `${listTitles[list]}: ${of}`}
      actions={
        <span className={styles.acts}>
          <Link to={back}>All employees</Link>
          <Button loading={file.isLoading} onClick={() => void download()}>
            Download CSV
          </Button>
        </span>
      }
    >
      <p className={styles.note}>{salesDefinitions[list]}</p>
      {file.error && <Failure title="Couldn’t download the file" error={file.error} />}
      {error && !isFetching && <Failure error={error} onRetry={() => void refetch()} />}
      <Section
        flush
        {...(data && { title: `${grouped(data.count)}${data.more ? ' and more' : ''} ${data.count === 1 ? 'plan' : 'plans'}` })}
      >
        <DataTable
          rowKey="id"
          columns={columns[list]}
          rows={data?.rows}
          partial={pages.previous !== null || data?.next_page != null}
          failed={error !== undefined && !isFetching}
          busy={isFetching}
          empty="Nothing in this period"
          file={null}
        />
      </Section>
      <ResultPages size={pageSize} pages={pages} next={data?.next_page ?? null} busy={isFetching} />
    </Page>
  );
}

const whoIs = (seller: string, name: string | null): string => sellersWithoutNumber[seller] ?? name ?? `Employee ${seller}`;

const person: ScreenColumn<SoldPlan>[] = [
  { title: 'Customer', key: 'customer', render: (_value, { customer, name }) => <CustomerLink id={customer} name={name} /> },
  { title: 'Plate', dataIndex: 'plate', render: (plate: string | null) => (plate ? <Plate code={plate} /> : '–') },
];
const sold: ScreenColumn<SoldPlan>[] = [
  { title: 'Sold', key: 'at', render: (_value, { at, site }) => <SiteTime seconds={Date.parse(at) / 1_000} site={site} /> },
  { title: 'Sold by', key: 'seller', render: (_value, { seller, sellerName }) => whoIs(seller, sellerName) },
  { title: 'Site', dataIndex: 'site', render: (site: number | null) => (site === null ? '–' : <SiteName site={site} />) },
];
const cancelled: ScreenColumn<SoldPlan>[] = [
  {
    title: 'Canceled',
    key: 'left',
    render: (_value, { leftAt, site }) => (leftAt === null ? '–' : <SiteTime seconds={Date.parse(leftAt) / 1_000} site={site} />),
  },
  {
    title: 'Reason',
    dataIndex: 'reason',
    render: (reason: string | null) => (reason === null ? '–' : <span className={styles.words}>{reason}</span>),
  },
];
const plan = (title: string): ScreenColumn<SoldPlan> => ({
  title,
  dataIndex: 'plan',
  render: (name: string | null) => name ?? '–',
});

const columns: Record<ListName, ScreenColumn<SoldPlan>[]> = {
  signUps: [...person, plan('Current plan'), ...sold, ...cancelled],
  upgrades: [
    ...person,
    { title: 'Previous plan', dataIndex: 'former', render: (former: string | null) => former ?? '–' },
    plan('New plan'),
    ...sold,
  ],
  left: [...person, plan('Plan'), ...sold, ...cancelled],
};
