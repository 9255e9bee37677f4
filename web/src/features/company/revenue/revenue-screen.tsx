import type { EmployeeReductions, Revenue, RevenueAmounts } from '@washdesk/contracts/company/revenue';
import { sellerTitle } from '@washdesk/rules/plans/plan-sales';
import type { Column } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { countColumn, moneyColumn } from '../../../domain/list-columns.tsx';
import { useSiteClock } from '../../../domain/sites/site-clock.ts';
import { useSiteNames } from '../../../domain/sites/site-name.tsx';
import { rowSizes, useRevenueAddress } from './revenue-address.ts';
import { useRevenueQuery } from './revenue-api.ts';
import { RevenueFilter } from './revenue-filter.tsx';
import { netOf, revenueRows, rowTitle, type RevenueRow } from './revenue-rows.ts';
import styles from './revenue.module.css';

const none: RevenueAmounts = { memberships: 0, sales: 0, refunds: 0 };

const figures: readonly [title: string, of: (amounts: RevenueAmounts) => number][] = [
  ['Memberships', ({ memberships }) => memberships],
  ['Single sales', ({ sales }) => sales],
  ['Refunds', ({ refunds }) => refunds],
  ['Net', netOf],
];

/** /office/revenue: the money of a period by site, day and employee (docs/rules/company.md#revenue). */
export function RevenueScreen() {
  const { today } = useSiteClock();
  const filter = useRevenueAddress(today());
  const { name, period, rows } = filter.address;
  const { currentData: data, error, isFetching, refetch } = useRevenueQuery({ query: { ...period } });
  const named = useSiteNames();
  const nameOf = (site: number | null): string => (site === null ? 'No site' : named(site));
  const file = (part: string): string => `revenue-${part}-${period.from}-${period.to}`;
  const failed = error !== undefined;
  return (
    <Page title="Revenue">
      <RevenueFilter key={name} {...filter} />
      {error && !isFetching && <Failure error={error} onRetry={() => void refetch()} />}
      {(data || !failed) && (
        <>
          <Section flush title="Sites">
            <DataTable
              label="Sites"
              rowKey="title"
              columns={data ? siteColumns(data, nameOf) : [figureColumn]}
              failed={failed}
              rows={data && figures.map(([title, of]) => ({ title, of }))}
              empty="No sites"
              file={file('sites')}
            />
          </Section>
          <p className={styles.note}>
            With tax, by the date at each site. Memberships are charges of plans. A refund counts on the day it was made, at the site of its
            charge. Disputes and card fees aren’t included.
          </p>
          <Section flush title={rowSizes[rows]}>
            <DataTable
              label={rowSizes[rows]}
              rowKey="from"
              columns={data ? rowColumns(data, nameOf) : [rowColumn]}
              failed={failed}
              rows={data && revenueRows(data, period, rows, today())}
              empty="No days yet"
              file={file(rows === 'day' ? 'days' : 'weeks')}
            />
          </Section>
          <Section flush title="Refunds and discounts by employee">
            <DataTable
              label="Refunds and discounts by employee"
              rowKey="seller"
              columns={employeeColumns}
              failed={failed}
              rows={data?.employees}
              empty="No refunds or discounts in this period"
              file={file('employees')}
            />
          </Section>
        </>
      )}
    </Page>
  );
}

interface Figure {
  title: string;
  of: (amounts: RevenueAmounts) => number;
}

const figureColumn: Column<Figure> = { title: 'Amount', dataIndex: 'title', card: 'title', value: ({ title }) => title };

function siteColumns({ sites, total }: Revenue, nameOf: (site: number | null) => string): Column<Figure>[] {
  return [
    figureColumn,
    ...sites.map((amounts) => moneyColumn<Figure>(nameOf(amounts.site), ({ of }) => of(amounts), { key: String(amounts.site) })),
    moneyColumn<Figure>('All sites', ({ of }) => of(total), { card: 'end' }),
  ];
}

const rowColumn: Column<RevenueRow> = {
  title: 'Date',
  dataIndex: 'from',
  card: 'title',
  render: (_from, row) => rowTitle(row),
};

function rowColumns({ sites }: Revenue, nameOf: (site: number | null) => string): Column<RevenueRow>[] {
  const ofSite = (site: number | null) =>
    figures.map(([title, of]) => ({
      ...moneyColumn<RevenueRow>(title, (row) => of(row.sites.get(site) ?? none), {
        key: `${site} ${title}`,
        total: true,
        card: title === 'Net' ? 'labelled' : 'hidden',
      }),
      group: nameOf(site),
    }));
  const net = (row: RevenueRow): number => [...row.sites.values()].reduce((sum, amounts) => sum + netOf(amounts), 0);
  const all = { ...moneyColumn<RevenueRow>('Net', net, { key: 'net', total: true, card: 'end' }), group: 'All sites' };
  return [rowColumn, ...sites.flatMap(({ site }) => ofSite(site)), all];
}

const employeeColumns: Column<EmployeeReductions>[] = [
  {
    title: 'Employee',
    key: 'employee',
    card: 'title',
    value: sellerTitle,
    render: (_none, row) => sellerTitle(row),
  },
  countColumn('Refunds', ({ refunds }) => refunds, { total: true }),
  moneyColumn('Refunded', ({ refunded }) => refunded, { total: true, card: 'end' }),
  countColumn('Changed amounts', ({ changedAmounts }) => changedAmounts, { total: true }),
  moneyColumn('Reduced by', ({ reduced }) => reduced, { total: true }),
  countColumn('Free months', ({ freeMonths }) => freeMonths, { total: true }),
  countColumn('Promotions', ({ promos }) => promos, { total: true }),
  countColumn('Unpaid reinstatements', ({ unpaidReinstatements }) => unpaidReinstatements, { total: true }),
  countColumn('Wash coupons', ({ coupons }) => coupons, { total: true }),
];
