import styles from './bar-chart.module.css';

export interface Bar {
  /** Unique among the bars. */
  id: string;
  /** The label under the bar; empty if there is no room for each. */
  label: string;
  value: number;
}

interface BarChartProps {
  bars: readonly Bar[];
  /** The highest bar, in pixels. */
  height?: number;
  /** Whether each bar has its figure above it. */
  figures?: boolean;
}

/** Bars side by side. Hidden from screen readers: a table beside it has the same figures. */
export function BarChart({ bars, height = 72, figures = true }: BarChartProps) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <div className={styles.chart} aria-hidden="true">
      {bars.map(({ id, label, value }) => (
        <div key={id} className={styles.column} title={figures ? undefined : `${id}: ${value}`}>
          {figures && <span className={styles.value}>{value}</span>}
          <div className={styles.bar} style={{ height: `${(value / most) * height}px` }} />
          <span className={styles.label}>{label}</span>
        </div>
      ))}
    </div>
  );
}
