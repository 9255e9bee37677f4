import { lastMonths, type MonthlyReturns } from './last-months.ts';
import styles from './usage.module.css';

const shownMonths = 12;

/** A bar for each of the last 12 months that the customer could wash in; the table below says the same in figures. */
export function UsageChart({ months }: { months: readonly MonthlyReturns[] }) {
  const bars = lastMonths(months, shownMonths);
  const most = Math.max(1, ...bars.map(({ returns }) => returns));
  return (
    <div className={styles.chart} aria-hidden="true">
      {bars.map(({ label, returns }) => (
        <div key={label} className={styles.column}>
          <span className={styles.count}>{returns}</span>
          <div className={styles.bar} style={{ height: `${(returns / most) * 72}px` }} />
          <span className={styles.month}>{label.slice(5)}</span>
        </div>
      ))}
    </div>
  );
}
