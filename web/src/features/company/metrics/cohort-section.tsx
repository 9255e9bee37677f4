import type { MonthMetrics } from '@washdesk/contracts/company/metrics';
import { shareOf } from '@washdesk/rules/company/member-months';
import { Section } from '../../../components/layout/section.tsx';
import { MetricLink } from './figures.tsx';
import { longMonth, metricListPath, percent, wholeNumber } from './metric-words.ts';
import styles from './metrics.module.css';

/** The darkest blue of a cell that keeps its figure readable, in percent. */
const deepest = 32;

/** The share of each month's new members who are still members at the end of each later month. */
export function CohortSection({ months, site }: { months: readonly MonthMetrics[]; site: number | null }) {
  return (
    <Section title="Retention by sign-up month">
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
                  {age === 0 ? 'Same month' : `+${age}`}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {months.map(({ month: cohort, movements }, index) => (
              <tr key={cohort}>
                <th scope="row">{longMonth(cohort)}</th>
                <td>
                  <MetricLink
                    label={`Sign-ups, ${longMonth(cohort)}`}
                    value={wholeNumber(movements.new.members)}
                    to={metricListPath({ site, month: cohort }, 'new')}
                  />
                </td>
                {months.slice(index).map((later) => {
                  const share = shareOf(later.cohorts[cohort] ?? 0, movements.new.members);
                  return (
                    <td key={later.month}>
                      {share !== null && (
                        <div style={{ background: shade(share) }}>
                          <MetricLink
                            label={`Signed up in ${longMonth(cohort)}, members at the end of ${longMonth(later.month)}`}
                            value={percent(share).replace('.0%', '%')}
                            to={metricListPath({ site, month: later.month }, 'cohort', cohort)}
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

const shade = (share: number): string => `color-mix(in srgb, var(--water) ${Math.round(share * deepest)}%, var(--surface))`;
