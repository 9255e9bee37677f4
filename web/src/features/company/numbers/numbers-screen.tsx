import { Select } from 'antd';
import { Link, useSearchParams } from 'react-router-dom';
import type { CountedSite, MonthNumbers } from '@washdesk/contracts/company/numbers';
import { shareOf } from '@washdesk/rules/company/member-months';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Field } from '../../../components/input/field.tsx';
import { PageSkeleton } from '../../../components/layout/page-skeleton.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { RelativeTime } from '../../../domain/sites/relative-time.tsx';
import { CohortSection } from './cohort-section.tsx';
import { MonthSections } from './month-sections.tsx';
import { longMonth, numberListPath, percent, wholeDollars, wholeNumber, type ShownNumbers } from './number-words.ts';
import { useNumbersQuery } from './numbers-api.ts';
import styles from './numbers.module.css';

/** The number of months in charts and cohorts: a year and the current month. */
const shownMonths = 13;
const everySite = -1;

/** /office/numbers: members, churn, revenue and washes per month (docs/rules/company.md#metrics). */
export function NumbersScreen() {
  const [query, setQuery] = useSearchParams();
  const asked = query.get('site');
  const site = asked !== null && /^\d+$/.test(asked) ? Number(asked) : null;
  const { data, error, isFetching, refetch } = useNumbersQuery({ query: site === null ? {} : { site: String(site) } });
  if (error) return <Frame>{!isFetching && <Failure error={error} onRetry={() => void refetch()} />}</Frame>;
  if (!data) return <PageSkeleton />;
  const month = data.months.find((one) => one.month === query.get('month')) ?? data.months.at(-1);
  const choose = (name: string, value: string | null): void => {
    const next = new URLSearchParams(query);
    if (value === null) next.delete(name);
    else next.set(name, value);
    setQuery(next, { replace: true });
  };
  return (
    <Frame>
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
        <Numbers months={data.months} chosen={month} site={site} sites={data.sites} />
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

interface NumbersProps {
  months: readonly MonthNumbers[];
  chosen: MonthNumbers;
  site: number | null;
  sites: readonly CountedSite[];
}

function Numbers({ months, chosen, site, sites }: NumbersProps) {
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
            <Link className={`${styles.number} ${styles.large}`} to={tile.to} aria-label={`${tile.label}: ${tile.value}`}>
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

const churnOf = ({ opening, movements }: MonthNumbers): number | null =>
  shareOf(movements.voluntary.members + movements.card_failure.members, opening.members);
const recoveryOf = ({ movements: { recovered, unpaid } }: MonthNumbers): number | null =>
  shareOf(recovered.members, recovered.members + unpaid.members);

/** Returns the main numbers, each with its value a month and a year before. */
function tilesOf(months: readonly MonthNumbers[], index: number, shown: ShownNumbers) {
  const tile = (label: string, list: Parameters<typeof numberListPath>[1], textOf: (month: MonthNumbers) => string) => {
    const before = [months[index - 1], months[index - 12]].flatMap((one) => (one ? [`${longMonth(one.month)}: ${textOf(one)}`] : []));
    return { label, value: textOf(months[index]!), to: numberListPath(shown, list), before };
  };
  return [
    tile('Members', 'members', ({ closing }) => wholeNumber(closing.members)),
    tile('MRR', 'members', ({ closing }) => wholeDollars(closing.amount)),
    tile('Churn', 'left', (month) => percent(churnOf(month))),
    tile('Failed payments recovered', 'failed', (month) => percent(recoveryOf(month))),
  ];
}
