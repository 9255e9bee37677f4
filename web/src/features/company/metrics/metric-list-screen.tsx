import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { metricLists, type MetricList, type MetricMember } from '@washdesk/contracts/company/metrics';
import { counted } from '@washdesk/rules/text/counts';
import type { Column } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { ResultPages } from '../../../components/data/result-pages.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { customerColumn, moneyColumn, plateColumn, useSiteColumns } from '../../../domain/list-columns.tsx';
import { SiteName } from '../../../domain/sites/site-name.tsx';
import { known } from '../../../lib/api/newer-cloud.ts';
import { everyPage } from '../../../lib/pages/every-page.ts';
import { useCursorPages } from '../../../lib/pages/use-cursor-pages.ts';
import { metricsRoute } from './metric-routes.ts';
import { longMonth, metricsPath, metricWords, unknownMetric } from './metric-words.ts';
import { useLazyMetricMembersQuery, useMetricMembersQuery } from './metrics-api.ts';
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
  const query = { list, month, ...(site !== null && { site: String(site) }), ...(cohort !== null && { cohort }) };
  const { data, error, isFetching, refetch } = useMetricMembersQuery({ query: { ...query, page: pages.cursor } });
  const [read] = useLazyMetricMembersQuery();
  const columns = useColumns(list);
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
          columns={columns}
          rows={data?.rows}
          failed={error !== undefined && !isFetching}
          empty="No members"
          partial={pages.previous !== null || data?.next_page != null}
          file={`${list}-${month}`}
          allRows={() =>
            everyPage(
              (page) => read({ query: { ...query, page } }).unwrap(),
              ({ rows }) => rows,
            )
          }
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

const kindOf = ({ kind }: MetricMember): string | null => (kind === null ? null : known(metricWords, kind, unknownMetric).label);

function useColumns(list: MetricList): Column<MetricMember>[] {
  const { site, time } = useSiteColumns();
  const kind: Column<MetricMember>[] = [{ title: 'What', key: 'kind', value: kindOf, render: (_value, row) => kindOf(row) ?? '–' }];
  const washes: Column<MetricMember>[] = [{ title: 'Washes', dataIndex: 'washes', align: 'right' }];
  return [
    customerColumn<MetricMember>(),
    plateColumn<MetricMember>(),
    site<MetricMember>(),
    time<MetricMember>(ofMembers.includes(list) ? 'Member since' : 'When', ({ at }) => at, { key: 'at', siteOf: (row) => row.site }),
    ...(mixed.includes(list) ? kind : []),
    ...(list === 'washes' ? washes : []),
    moneyColumn<MetricMember>(amountTitle(list), ({ amount }) => amount, { key: 'amount', card: 'end' }),
  ];
}
