import { Table, type TableColumnsType } from 'antd';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import type { UsageDetail } from '@washdesk/contracts/members/customer-sitewatch';
import { BarChart } from '../../../../components/data/bar-chart.tsx';
import { ResultPages } from '../../../../components/data/result-pages.tsx';
import { rowCards } from '../../../../components/data/row-cards.ts';
import { Loaded } from '../../../../components/feedback/loaded.tsx';
import { NothingFound } from '../../../../components/feedback/nothing-found.tsx';
import { Section } from '../../../../components/layout/section.tsx';
import { Money } from '../../../../domain/money.tsx';
import { SiteTime } from '../../../../domain/sites/site-time.tsx';
import { StatusBadge } from '../../../../domain/status/status-badge.tsx';
import type { Tone } from '../../../../domain/status/tone.ts';
import { useCursorPages } from '../../../../lib/pages/use-cursor-pages.ts';
import { useCustomerUsageQuery } from '../customer-screen-api.ts';
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

const monthColumns = [
  { title: 'Year', dataIndex: 'year', width: 72 },
  { title: 'Month', dataIndex: 'month', width: 112, render: (month: number) => monthNames[month - 1] },
  { title: 'Plan', dataIndex: 'plan' },
  { title: 'Returns', dataIndex: 'returns', width: 88, align: 'right' as const },
];

const washColumns: TableColumnsType<UsageDetail> = [
  {
    title: 'Date and time',
    key: 'at',
    width: 176,
    render: (_, { CREATED, SITE }) => <SiteTime seconds={Date.parse(CREATED) / 1_000} site={SITE} />,
  },
  { title: 'Location', dataIndex: 'SITENAME', width: 136 },
  { title: 'Terminal', dataIndex: 'TERMINAL', width: 128 },
  { title: 'Plate/Tag', dataIndex: 'CODE', width: 168 },
  { title: 'Sale ID', dataIndex: 'SALEID', width: 96, render: (id: number | null) => id ?? 'Not yet' },
  { title: 'Total', key: 'total', width: 88, align: 'right', render: (_, { TOTAL }) => <Money cents={TOTAL} /> },
  {
    title: 'Status Code',
    dataIndex: 'STATUSCODE',
    width: 104,
    align: 'right',
    render: (code: number) => (code === 0 ? code : `${code} (voided)`),
  },
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
              <Table
                size="small"
                rowKey={({ year, month, plan }) => `${year}-${month}-${plan}`}
                columns={monthColumns}
                dataSource={summary}
                pagination={{ pageSize: 12, hideOnSinglePage: true, showSizeChanger: false }}
              />
            </Section>
            <Section title={`Detailed Usage (${count})`} flush>
              <Table
                {...rowCards(washColumns)}
                size="small"
                rowKey={({ CREATED, SITE, SALEID, CODE }) => `${CREATED}-${SITE}-${SALEID}-${CODE}`}
                dataSource={detail}
                pagination={{ pageSize: 25, hideOnSinglePage: true, showSizeChanger: false }}
                scroll={{ x: 880 }}
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
