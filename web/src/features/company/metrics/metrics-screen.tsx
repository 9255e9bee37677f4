import { Select } from 'antd';
import { Link, useSearchParams } from 'react-router-dom';
import type { CountedSite, MonthMetrics } from '@washdesk/contracts/company/metrics';
import { shareOf } from '@washdesk/rules/company/member-months';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Field } from '../../../components/input/field.tsx';
import { PageSkeleton } from '../../../components/layout/page-skeleton.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { RelativeTime } from '../../../domain/sites/relative-time.tsx';
import { CohortSection } from './cohort-section.tsx';
import { longMonth, metricListPath, percent, wholeDollars, wholeNumber, type ShownMetrics } from './metric-words.ts';
import { useMetricsQuery } from './metrics-api.ts';
import { MonthSections } from './month-sections.tsx';
import styles from './metrics.module.css';

/** The number of months in charts and cohorts: a year and the current month. */
const shownMonths = 13;
const everySite = -1;

/** /office/metrics: members, churn, revenue and washes per month (docs/rules/company.md#metrics). */
export function MetricsScreen() {
  const [query, setQuery] = useSearchParams();
  const asked = query.get('site');
  const site = asked !== null && /^\d+$/.test(asked) ? Number(asked) : null;
  const answer = useMetricsQuery({ query: site === null ? {} : { site: String(site) } });
  const { error, isFetching, refetch } = answer;
  // the figures of the site before are not shown beside its failure
  const data = error ? answer.currentData : answer.data;
  const failure = error != null && !isFetching && <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return failure ? <Frame>{failure}</Frame> : <PageSkeleton />;
  const month = data.months.find((one) => one.month === query.get('month')) ?? data.months.at(-1);
  const choose = (name: string, value: string | null): void => {
    const next = new URLSearchParams(query);
    if (value === null) next.delete(name);
    else next.set(name, value);
    setQuery(next, { replace: true });
  };
  return (
    <Frame>
      {failure}
      <div className={styles.choice}>
        <Choice
          label="Site"
          value={site ?? everySite}
          options={siteOptions(data.sites)}
          onChange={(value) => choose('site', value === everySite ? null : String(value))}
        />
        {month && (
          <Choice
            label="Month"
            value={month.month}
            options={data.months.toReversed().map((one) => ({ value: one.month, label: longMonth(one.month) }))}
            onChange={(value) => choose('month', value)}
          />
        )}
      </div>
      {month ? (
        <Metrics months={data.months} chosen={month} site={site} sites={data.sites} />
      ) : (
        <p role="status">Metrics are being calculated for the first time. Check back in a few minutes.</p>
      )}
    </Frame>
  );
}

const Frame = ({ children }: { children: React.ReactNode }) => <Page title="Metrics">{children}</Page>;

const siteOptions = (sites: readonly CountedSite[]) => [
  { value: everySite, label: 'All sites' },
  ...sites.map(({ site, name }) => ({ value: site, label: nameOf(site, name) })),
];

const nameOf = (site: number, name: string | null): string => name ?? (site === 0 ? 'Plans without a site' : `Site ${site}`);

interface ChoiceProps<Value> {
  label: string;
  value: Value;
  options: { value: Value; label: string }[];
  onChange: (value: Value) => void;
}

function Choice<Value extends string | number>({ label, value, options, onChange }: ChoiceProps<Value>) {
  return (
    <Field label={label}>
      {(control) => <Select<Value> {...control} size="large" style={{ width: 240 }} value={value} options={options} onChange={onChange} />}
    </Field>
  );
}

interface MetricsProps {
  months: readonly MonthMetrics[];
  chosen: MonthMetrics;
  site: number | null;
  sites: readonly CountedSite[];
}

function Metrics({ months, chosen, site, sites }: MetricsProps) {
  const index = months.indexOf(chosen);
  const isRunning = chosen === months.at(-1);
  const counted = sites.filter((one) => one.at !== null && (site === null || one.site === site));
  const oldest = counted.map(({ at }) => at!).toSorted()[0];
  // the chosen month is always among the shown ones
  const end = Math.max(index + 1, Math.min(months.length, index + shownMonths));
  const shown = isRunning ? months.slice(-shownMonths) : months.slice(Math.max(0, end - shownMonths), end);
  return (
    <>
      <p className={styles.counted}>
        {longMonth(chosen.month)}
        {isRunning && ' so far'}. Counted {oldest && <RelativeTime time={oldest} />}. Select a number to see its members.
      </p>
      <div className={styles.tiles}>
        {tilesOf(months, index, { site, month: chosen.month }).map((tile) => (
          <article key={tile.label} className={styles.tile}>
            <span className={styles.name}>{tile.label}</span>
            <Link className={`${styles.metric} ${styles.large}`} to={tile.to} aria-label={`${tile.label}: ${tile.value}`}>
              {tile.value}
            </Link>
            {tile.before.map((line) => (
              <span key={line} className={styles.before}>
                {line}
              </span>
            ))}
          </article>
        ))}
      </div>
      <MonthSections months={shown} chosen={chosen} site={site} />
      <CohortSection months={shown} site={site} />
    </>
  );
}

const churnOf = ({ opening, movements }: MonthMetrics): number | null =>
  shareOf(movements.voluntary.members + movements.card_failure.members, opening.members);
const recoveryOf = ({ movements: { recovered, unpaid } }: MonthMetrics): number | null =>
  shareOf(recovered.members, recovered.members + unpaid.members);

/** Returns the main metrics, each with its value a month and a year before. */
function tilesOf(months: readonly MonthMetrics[], index: number, shown: ShownMetrics) {
  const tile = (label: string, list: Parameters<typeof metricListPath>[1], textOf: (month: MonthMetrics) => string) => {
    const before = [months[index - 1], months[index - 12]].flatMap((one) => (one ? [`${longMonth(one.month)}: ${textOf(one)}`] : []));
    return { label, value: textOf(months[index]!), to: metricListPath(shown, list), before };
  };
  return [
    tile('Members', 'members', ({ closing }) => wholeNumber(closing.members)),
    tile('MRR', 'members', ({ closing }) => wholeDollars(closing.amount)),
    tile('Churn', 'left', (month) => percent(churnOf(month))),
    tile('Failed payments recovered', 'failed', (month) => percent(recoveryOf(month))),
  ];
}
