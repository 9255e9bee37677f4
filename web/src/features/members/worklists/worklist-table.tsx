import { Table, type TableColumnsType } from 'antd';
import { emptyText } from '../../../components/data/empty-text.ts';
import { ResultPages } from '../../../components/data/result-pages.tsx';
import { rowCards } from '../../../components/data/row-cards.ts';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { Plate } from '../../../domain/codes/plate.tsx';
import { CustomerLink } from '../../../domain/customers/customer-link.tsx';
import { SiteName } from '../../../domain/sites/site-name.tsx';
import { SiteTime } from '../../../domain/sites/site-time.tsx';
import type { CursorPages } from '../../../lib/pages/use-cursor-pages.ts';

interface Person {
  customer: string | null;
  name: string | null;
  plate: string | null;
  site: number | null;
}

export interface WorklistProps {
  /** Null for every site. */
  site: number | null;
}

interface WorklistTableProps<Row> {
  /** Names each row. */
  rowKey: string;
  columns: TableColumnsType<Row>;
  empty: string;
  pages: CursorPages;
  answer: {
    data?: { rows: Row[]; count: number; more: boolean; next_page: string | null } | undefined;
    error?: unknown;
    isFetching: boolean;
    refetch: () => unknown;
  };
}

const pageSize = 50;

/** A worklist: the customer and the task in each row, in pages. */
export function WorklistTable<Row extends Person>({ rowKey, columns, empty, pages, answer }: WorklistTableProps<Row>) {
  const { data, error, isFetching, refetch } = answer;
  return (
    <>
      {error != null && !isFetching && <Failure error={error} onRetry={() => void refetch()} />}
      <Section flush {...(data && { title: `${data.count.toLocaleString('en-US')}${data.more ? ' and more' : ''} open` })}>
        <Table
          rowKey={rowKey}
          size="middle"
          {...rowCards([...personOf<Row>(), ...columns])}
          dataSource={data?.rows ?? []}
          loading={isFetching && !data}
          pagination={false}
          scroll={{ x: 'max-content' }}
          locale={emptyText(data, empty)}
        />
      </Section>
      <ResultPages size={pageSize} pages={pages} next={data?.next_page ?? null} busy={isFetching} />
    </>
  );
}

const personOf = <Row extends Person>(): TableColumnsType<Row> => [
  {
    title: 'Customer',
    key: 'customer',
    render: (_value, { customer, name }) => (customer ? <CustomerLink id={customer} name={name} /> : '–'),
  },
  { title: 'Plate', key: 'plate', render: (_value, { plate }) => (plate ? <Plate code={plate} /> : '–') },
  { title: 'Site', key: 'site', render: (_value, { site }) => (site === null ? '–' : <SiteName site={site} />) },
];

/** A time at a site, or the text for none. */
export function TimeOrNone({ seconds, site, none }: { seconds: number | null; site: number | null; none: string }) {
  return seconds === null ? <>{none}</> : <SiteTime seconds={seconds} site={site} />;
}
