import { BarChart } from '../../../../components/bar-chart.tsx';
import { lastMonths, type MonthlyReturns } from './last-months.ts';
import styles from './usage.module.css';

const shownMonths = 12;

/** A bar for each of the last 12 months that the customer could wash in; the table below says the same in figures. */
export function UsageChart({ months }: { months: readonly MonthlyReturns[] }) {
  const bars = lastMonths(months, shownMonths).map(({ label, returns }) => ({ id: label, label: label.slice(5), value: returns }));
  return (
    <div className={styles.chart}>
      <BarChart bars={bars} />
    </div>
  );
}
