import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import type { UsageDetail, UsageOfMonth } from '@washdesk/contracts/members/customer-sitewatch';
import { BarChart } from '../../../../components/data/bar-chart.tsx';
import type { Column } from '../../../../components/data/columns.ts';
import { DataTable } from '../../../../components/data/data-table.tsx';
import { ResultPages } from '../../../../components/data/result-pages.tsx';
import { Loaded } from '../../../../components/feedback/loaded.tsx';
import { NothingFound } from '../../../../components/feedback/nothing-found.tsx';
import { Section } from '../../../../components/layout/section.tsx';
import { moneyColumn, useSiteColumns } from '../../../../domain/list-columns.tsx';
import { StatusBadge } from '../../../../domain/status/status-badge.tsx';
import type { Tone } from '../../../../domain/status/tone.ts';
import { everyPage } from '../../../../lib/pages/every-page.ts';
import { useCursorPages } from '../../../../lib/pages/use-cursor-pages.ts';
import { useCustomerUsageQuery, useLazyCustomerUsageQuery } from '../customer-screen-api.ts';
import { lastMonths, type MonthlyReturns } from './last-months.ts';
import styles from './usage.module.css';

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const monthColumns: Column<UsageOfMonth>[] = [
  { title: 'Year', dataIndex: 'year', card: 'title' },
  {
    title: 'Month',
    dataIndex: 'month',
    card: 'title',
    render: (month) => monthNames[month - 1],
  },
  { title: 'Plan', dataIndex: 'plan', card: 'plain' },
  { title: 'Returns', dataIndex: 'returns', align: 'right' },
];

const badges: Readonly<Record<'none' | 'green' | 'yellow' | 'red', { tone: Tone; words: string }>> = {
  none: { tone: 'neutral', words: 'No washes' },
  green: { tone: 'go', words: 'Up to 3 a month' },
  yellow: { tone: 'wait', words: 'Up to 5 a month' },
  red: { tone: 'stop', words: 'More than 5 a month' },
};

/** The customer's washes, by month and individually. */
export function UsageTab({ customer: { id } }: { customer: CustomerDetail }) {
  const pages = useCursorPages();
  const { time } = useSiteColumns();
  const washColumns: Column<UsageDetail>[] = [
    time<UsageDetail>('Date and time', ({ CREATED }) => Date.parse(CREATED) / 1_000, { siteOf: ({ SITE }) => SITE, card: 'title' }),
    { title: 'Location', dataIndex: 'SITENAME', card: 'plain' },
    { title: 'Terminal', dataIndex: 'TERMINAL', card: 'plain' },
    { title: 'Plate/Tag', dataIndex: 'CODE', card: 'plain' },
    { title: 'Sale ID', dataIndex: 'SALEID', render: (sale) => sale ?? 'Not yet' },
    moneyColumn('Total', ({ TOTAL }) => TOTAL, { card: 'end' }),
    { title: 'Status Code', dataIndex: 'STATUSCODE', align: 'right', render: (code) => (code === 0 ? code : `${code} (voided)`) },
  ];
  const [read] = useLazyCustomerUsageQuery();
  const answer = useCustomerUsageQuery({ params: { id }, query: { page: pages.cursor } });
  return (
    <Loaded what="usage" failed="Error Loading Usage Information" answer={answer}>
      {({ summary, averages, trend, badge, detail, count, next_page: next }) => {
        if (count === 0 && summary.length === 0) return <NothingFound>No Usage Found</NothingFound>;
        return (
          <div className={styles.tab}>
            <Section title="Summary Usage" actions={<StatusBadge tone={badges[badge].tone}>{badges[badge].words}</StatusBadge>}>
              <div className={styles.summary}>
                <dl className={styles.averages}>
                  <Average label="12-month average" value={averages.average12.toFixed(1)} />
                  <Average label="6-month average" value={averages.average6.toFixed(1)} />
                  <Average label="Trend" value={trend} />
                </dl>
                <UsageChart months={summary} />
              </div>
              <DataTable
                rowKey={({ year, month, plan }) => `${year}-${month}-${plan}`}
                columns={monthColumns}
                rows={summary}
                label="Summary Usage"
                file="washes-by-month"
                empty="Nothing found"
              />
            </Section>
            <Section title={`Detailed Usage (${count})`} flush>
              <DataTable
                label="Detailed Usage"
                columns={washColumns}
                rowKey={({ CREATED, SITE, SALEID, CODE }) => `${CREATED}-${SITE}-${SALEID}-${CODE}`}
                rows={detail}
                partial={pages.previous !== null || next !== null}
                file="washes"
                allRows={() =>
                  everyPage(
                    (page) => read({ params: { id }, query: { page } }).unwrap(),
                    (one) => one.detail,
                  )
                }
                empty="Nothing found"
              />
              <ResultPages size={500} pages={pages} next={next} busy={answer.isFetching} />
            </Section>
          </div>
        );
      }}
    </Loaded>
  );
}

function Average({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

const shownMonths = 12;

/** A bar for each of the last 12 months of membership; the table below has the same figures. */
function UsageChart({ months }: { months: readonly MonthlyReturns[] }) {
  const bars = lastMonths(months, shownMonths).map(({ label, returns }) => ({ id: label, label: label.slice(5), value: returns }));
  return (
    <div className={styles.chart}>
      <BarChart bars={bars} />
    </div>
  );
}
