import type { MonthMetrics } from '@washdesk/contracts/company/metrics';
import { shareOf } from '@washdesk/rules/company/member-months';
import { counted } from '@washdesk/rules/text/counts';
import type { Column, ComputedColumn } from '../../../components/data/columns.ts';
import { FileButton } from '../../../components/data/file-button.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { MetricLink } from './figures.tsx';
import { longMonth, metricListPath, percent, wholeNumber } from './metric-words.ts';
import styles from './metrics.module.css';

const sameMonth = 'Same month';

/** The darkest blue of a cell that keeps its figure readable, in percent. */
const deepest = 32;

/** The share of each month's new members who are still members at the end of each later month. */
export function CohortSection({ months, site }: { months: readonly MonthMetrics[]; site: number | null }) {
  const columns: Column<MonthMetrics>[] = [
    { title: 'Signed up', dataIndex: 'month', render: longMonth },
    { title: 'Sign-ups', key: 'signUps', render: (_none, { movements }) => movements.new.members },
    ...months.map((_month, age): ComputedColumn<MonthMetrics> => ({
      title: age === 0 ? sameMonth : `${counted(age, 'month')} later`,
      key: String(age),
      render: (_none, cohort) => {
        const later = months[months.indexOf(cohort) + age];
        return later === undefined ? '' : shareText(shareIn(later, cohort));
      },
    })),
  ];
  const title = 'Retention by sign-up month';
  return (
    <Section title={title} actions={<FileButton file={title} label={title} columns={columns} rows={months} />}>
      <p className={styles.about}>
        The share of a month’s sign-ups who are members at the end of that month and of each later month. Reactivated members count again.
      </p>
      {/* focusable, because it scrolls on a narrow screen */}
      <div className={styles.scroll} role="region" aria-label="Cohorts" tabIndex={0}>
        <table className={styles.cohorts}>
          <thead>
            <tr>
              <th scope="col">Signed up</th>
              <th scope="col">Sign-ups</th>
              {months.map(({ month }, age) => (
                <th key={month} scope="col">
                  {age === 0 ? sameMonth : `+${age}`}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {months.map((cohort, index) => (
              <tr key={cohort.month}>
                <th scope="row">{longMonth(cohort.month)}</th>
                <td>
                  <MetricLink
                    label={`Sign-ups, ${longMonth(cohort.month)}`}
                    value={wholeNumber(cohort.movements.new.members)}
                    to={metricListPath({ site, month: cohort.month }, 'new')}
                  />
                </td>
                {months.slice(index).map((later) => {
                  const share = shareIn(later, cohort);
                  return (
                    <td key={later.month}>
                      {share !== null && (
                        <div style={{ background: shade(share) }}>
                          <MetricLink
                            label={`Signed up in ${longMonth(cohort.month)}, members at the end of ${longMonth(later.month)}`}
                            value={shareText(share)}
                            to={metricListPath({ site, month: later.month }, 'cohort', cohort.month)}
                          />
                        </div>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Section>
  );
}

/** Returns the share of a month's new members who are members at the end of a later month; null if there were none. */
const shareIn = (later: MonthMetrics, cohort: MonthMetrics): number | null =>
  shareOf(later.cohorts[cohort.month] ?? 0, cohort.movements.new.members);

const shareText = (share: number | null): string => percent(share).replace('.0%', '%');

const shade = (share: number): string => `color-mix(in srgb, var(--water) ${Math.round(share * deepest)}%, var(--surface))`;
