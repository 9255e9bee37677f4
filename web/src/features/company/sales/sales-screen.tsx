import { Button } from 'antd';
import { Link } from 'react-router-dom';
import type { EmployeeSales, GiftsOfEmployee, SalesOfEmployee, SalesOrder, SoldList } from '@washdesk/contracts/company/sales';
import { giftKinds, type GiftKind } from '@washdesk/rules/billing/gift-limits';
import { salesDefinitions, sellersWithoutNumber } from '@washdesk/rules/plans/plan-sales';
import { counted, grouped } from '@washdesk/rules/text/counts';
import type { Column, ScreenColumn } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { ResultPages } from '../../../components/data/result-pages.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { PageSkeleton } from '../../../components/layout/page-skeleton.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { countColumn } from '../../../domain/list-columns.tsx';
import { useSiteClock } from '../../../domain/sites/site-clock.ts';
import { useCursorPages } from '../../../lib/pages/use-cursor-pages.ts';
import { saveCsv } from '../../../lib/save-file.ts';
import { periodQuery, useSalesAddress, type SalesAddress } from './sales-address.ts';
import { useEmployeeSalesFileMutation, useEmployeeSalesQuery } from './sales-api.ts';
import { LeavingReasons, listTitles, rateOf, SalesFigures, StillOpen } from './sales-figures.tsx';
import { SalesFilter } from './sales-filter.tsx';
import { SoldList as SoldPlans } from './sold-list.tsx';
import styles from './sales.module.css';

const pageSize = 50;

const giftTitles: Readonly<Record<GiftKind, string>> = {
  freeMonths: 'Free months',
  promos: 'Promotions',
  unpaidReinstatements: 'Unpaid reinstatements',
  coupons: 'Wash coupons',
  texts: 'Texts',
};

/** /office/sales: each employee's sales, and how long they lasted (docs/rules/company.md#sales-by-employee). */
export function SalesScreen() {
  const { address, change, listAt } = useSalesAddress();
  if (address.list !== null) return <SoldPlans key={JSON.stringify(address)} list={address.list} address={address} back={listAt(null)} />;
  return <Employees address={address} onChange={change} listAt={listAt} />;
}

interface EmployeesProps {
  address: SalesAddress;
  onChange: (part: Partial<SalesAddress>) => void;
  listAt: ReturnType<typeof useSalesAddress>['listAt'];
}

function Employees({ address, onChange, listAt }: EmployeesProps) {
  const { sort, order } = address;
  const query = { ...periodQuery(address), sort, order };
  const pages = useCursorPages(JSON.stringify(query));
  const { data, error, isFetching, refetch } = useEmployeeSalesQuery({ query: { ...query, page: pages.cursor } });
  const [fetchFile, file] = useEmployeeSalesFileMutation();
  const { today } = useSiteClock();
  const download = async (): Promise<void> => {
    const { data: text } = await fetchFile({ query });
    if (text !== undefined) saveCsv('sales-by-employee.csv', text);
  };
  if (!data && !error) return <PageSkeleton />;
  const shown = { from: address.from ?? data?.from ?? '', to: address.to ?? data?.to ?? '' };
  return (
    <Page
      title="Sales by employee"
      actions={
        <Button loading={file.isLoading} onClick={() => void download()}>
          Download CSV
        </Button>
      }
    >
      {file.error && <Failure title="Couldn’t download the file" error={file.error} />}
      {error && !isFetching && <Failure error={error} onRetry={() => void refetch()} />}
      <SalesFilter address={address} shown={shown} onChange={onChange} />
      {data && (
        <>
          <SalesFigures total={data.total} listAt={(list) => listAt(list)} />
          <StillOpen today={today()} to={data.to} />
          <LeavingReasons data={data} listAt={(reason) => listAt('left', { reason })} />
          <Section flush title={counted(data.count, 'employee')}>
            <DataTable
              rowKey="seller"
              columns={columnsOf((list, seller) => listAt(list, { seller }))}
              rows={data.rows}
              busy={isFetching}
              sort={{ column: sort, order }}
              onSort={(chosen) => onChange({ sort: chosen.column as SalesOrder, order: chosen.order })}
              empty="No sales in this period"
              file={null}
            />
          </Section>
          <p className={styles.note}>
            {listTitles.left}, %: {salesDefinitions.rate}
          </p>
          <ResultPages size={pageSize} pages={pages} next={data.next_page} busy={isFetching} />
          {data.gifts.length > 0 && <Gifts data={data} />}
        </>
      )}
    </Page>
  );
}

const giftColumns: Column<GiftsOfEmployee>[] = [
  {
    key: 'name',
    title: 'Employee',
    value: ({ name }) => name,
    text: ({ name, seller }) => `${name} ${seller}`,
    render: (_value, row) => (
      <span className={styles.person}>
        {row.name} <span className={styles.muted}>{row.seller}</span>
      </span>
    ),
  },
  ...giftKinds.map((kind) => countColumn<GiftsOfEmployee>(giftTitles[kind], ({ given }) => given[kind])),
  countColumn('Approved above the limit', ({ approved }) => approved),
];

/** What employees gave without money in the period. */
function Gifts({ data: { gifts, from, to } }: { data: EmployeeSales }) {
  return (
    <Section flush title="Given without payment">
      <DataTable
        rowKey="seller"
        columns={giftColumns}
        rows={gifts}
        label="Given without payment"
        empty="Nothing given"
        file={`gifts-by-employee-${from}-${to}`}
      />
    </Section>
  );
}

function columnsOf(listAt: (list: SoldList, seller: string) => string): ScreenColumn<SalesOfEmployee>[] {
  const figure = (list: SoldList): ScreenColumn<SalesOfEmployee> => ({
    key: list,
    title: listTitles[list],
    align: 'right',
    value: (row) => row[list],
    render: (_value, row) =>
      row[list] === 0 ? (
        <span className={styles.none}>0</span>
      ) : (
        <Link to={listAt(list, row.seller)} aria-label={`${listTitles[list]} of ${sellerName(row)}: ${grouped(row[list])}`}>
          {grouped(row[list])}
        </Link>
      ),
  });
  return [
    {
      key: 'name',
      title: 'Employee',
      card: 'title',
      value: sellerName,
      render: (_value, row) => (
        <span className={styles.person}>
          {sellerName(row)} <span className={styles.muted}>{/^\d+$/.test(row.seller) && row.seller}</span>
        </span>
      ),
    },
    figure('signUps'),
    figure('upgrades'),
    figure('left'),
    { key: 'rate', title: 'Canceled, %', align: 'right', value: rateOf, render: (_value, row) => rateOf(row) },
  ];
}

export const sellerName = ({ seller, name }: { seller: string; name: string | null }): string =>
  sellersWithoutNumber[seller] ?? name ?? `Employee ${seller}`;
