import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { metricLists, type MetricList, type MetricMember } from '@washdesk/contracts/company/metrics';
import { counted } from '@washdesk/rules/text/counts';
import type { Column } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { ResultPages } from '../../../components/data/result-pages.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { Plate } from '../../../domain/codes/plate.tsx';
import { CustomerLink } from '../../../domain/customers/customer-link.tsx';
import { Money } from '../../../domain/money.tsx';
import { SiteName } from '../../../domain/sites/site-name.tsx';
import { SiteTime } from '../../../domain/sites/site-time.tsx';
import { known } from '../../../lib/api/newer-cloud.ts';
import { useCursorPages } from '../../../lib/pages/use-cursor-pages.ts';
import { metricsRoute } from './metric-routes.ts';
import { longMonth, metricsPath, metricWords, unknownMetric } from './metric-words.ts';
import { useMetricMembersQuery } from './metrics-api.ts';
import styles from './metrics.module.css';

const pageSize = 50;
const monthForm = /^20\d\d-(0[1-9]|1[0-2])$/;

/** /office/metrics/list?list=&month=&site=&cohort=: the members behind a metric. An invalid URL redirects to the metrics. */
export function MetricListScreen() {
  const [query] = useSearchParams();
  const list = metricLists.find((one) => one === query.get('list'));
  const [month, cohort, site] = [query.get('month') ?? '', query.get('cohort'), query.get('site')];
  if (!list || !monthForm.test(month) || (cohort !== null && !monthForm.test(cohort))) return <Navigate to={metricsRoute} replace />;
  const here = site !== null && /^\d+$/.test(site) ? Number(site) : null;
  return <MemberList key={query.toString()} list={list} month={month} cohort={cohort} site={here} />;
}

interface MemberListProps {
  list: MetricList;
  month: string;
  cohort: string | null;
  /** Null for every site. */
  site: number | null;
}

function MemberList({ list, month, cohort, site }: MemberListProps) {
  const pages = useCursorPages();
  const { data, error, isFetching, refetch } = useMetricMembersQuery({
    query: { list, month, ...(site !== null && { site: String(site) }), ...(cohort !== null && { cohort }), page: pages.cursor },
  });
  const { label, means } = metricWords[list];
  return (
    <Page title={`${label}, ${longMonth(month)}`} actions={<Link to={metricsPath({ site, month })}>All metrics</Link>}>
      <p className={styles.counted}>
        {site === null || site === 0 ? site === 0 ? 'Plans without a site' : 'All sites' : <SiteName site={site} />}
        {cohort !== null && `. Signed up in ${longMonth(cohort)}`}. {means}
      </p>
      {error && !isFetching && <Failure error={error} onRetry={() => void refetch()} />}
      <Section flush {...(data && { title: countInWords(list, data.count) })}>
        <DataTable
          rowKey={({ customer, site: at, at: when, kind }) => `${customer} ${at} ${when} ${kind}`}
          columns={columnsOf(list)}
          rows={data?.rows}
          failed={error !== undefined && !isFetching}
          empty="No members"
        />
      </Section>
      <ResultPages size={pageSize} pages={pages} next={data?.next_page ?? null} busy={isFetching} />
    </Page>
  );
}

const ofMembers: readonly MetricList[] = ['members', 'washes', 'cohort'];
const ofBills: readonly MetricList[] = ['failed', 'recovered', 'unpaid'];
const countInWords = (list: MetricList, count: number): string => {
  const noun = ofBills.includes(list) ? 'bill' : 'member';
  return counted(count, noun);
};
/** Lists with more than one kind of movement. */
const mixed: readonly MetricList[] = ['left', 'failed'];

const amountTitle = (list: MetricList): string => {
  if (ofBills.includes(list)) return 'Invoice';
  if (list === 'up') return 'Monthly increase';
  return list === 'down' ? 'Monthly decrease' : 'Monthly price';
};

function columnsOf(list: MetricList): Column<MetricMember>[] {
  const kind: Column<MetricMember>[] = [
    { title: 'What', key: 'kind', render: (_value, row) => (row.kind === null ? '–' : known(metricWords, row.kind, unknownMetric).label) },
  ];
  const washes: Column<MetricMember>[] = [{ title: 'Washes', dataIndex: 'washes', align: 'right' }];
  return [
    { title: 'Customer', key: 'customer', render: (_value, { customer, name }) => <CustomerLink id={customer} name={name} /> },
    { title: 'Plate', key: 'plate', render: (_value, { plate }) => (plate ? <Plate code={plate} /> : '–') },
    { title: 'Site', key: 'site', render: (_value, { site }) => (site === null ? '–' : <SiteName site={site} />) },
    {
      title: ofMembers.includes(list) ? 'Member since' : 'When',
      key: 'at',
      render: (_value, { at, site }) => <SiteTime seconds={at} site={site} />,
    },
    ...(mixed.includes(list) ? kind : []),
    ...(list === 'washes' ? washes : []),
    { title: amountTitle(list), key: 'amount', align: 'right', render: (_value, { amount }) => <Money cents={amount} /> },
  ];
}
