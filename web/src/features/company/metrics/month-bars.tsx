import styles from './month-bars.module.css';

/** One part of every bar; losses are below the line. */
export interface Series {
  label: string;
  tone: 'water' | 'pale' | 'go' | 'wait' | 'slate' | 'stop';
  below?: true;
}

export interface MonthBar {
  /** The month in the bar's tooltip. */
  name: string;
  /** The text under the bar. */
  label: string;
  /** One value for each series; null if it has none. */
  values: readonly (number | null)[];
  chosen: boolean;
}

interface MonthBarsProps {
  series: readonly Series[];
  bars: readonly MonthBar[];
  format: (value: number) => string;
}

const height = 200;

const sumOf = (values: readonly (number | null)[], series: readonly Series[], below: boolean): number =>
  values.reduce<number>((sum, value, index) => (Boolean(series[index]?.below) === below ? sum + (value ?? 0) : sum), 0);

/**
 * A bar for each month: gains above the line, losses below it, each with its sum. Hidden from screen readers: the table below has the same
 * figures.
 */
export function MonthBars({ series, bars, format }: MonthBarsProps) {
  const most = (below: boolean): number => Math.max(0, ...bars.map(({ values }) => sumOf(values, series, below)));
  const whole = most(false) + most(true) || 1;
  const pixels = (value: number): number => (value / whole) * height;
  return (
    <div className={styles.chart} aria-hidden="true">
      {series.length > 1 && (
        <div className={styles.legend}>
          {series.map(({ label, tone }) => (
            <span key={label} className={styles.entry}>
              <span className={`${styles.mark} ${styles[tone]}`} />
              {label}
            </span>
          ))}
        </div>
      )}
      <div className={styles.bars}>
        {bars.map(({ name, label, values, chosen }) => (
          <div key={name} className={chosen ? `${styles.bar} ${styles.chosen}` : styles.bar} title={tooltip(name, values, series, format)}>
            {[false, true].map((below) => {
              const sum = sumOf(values, series, below);
              if (below && most(true) === 0) return null;
              const parts = series
                .map((one, index) => ({ ...one, value: values[index] ?? 0 }))
                .filter((one) => Boolean(one.below) === below);
              return (
                <div key={String(below)} className={below ? styles.below : styles.above} style={{ height: pixels(most(below)) + 20 }}>
                  {parts.map(({ label: part, tone, value }) =>
                    value > 0 ? <div key={part} className={`${styles.part} ${styles[tone]}`} style={{ height: pixels(value) }} /> : null,
                  )}
                  <span className={styles.sum}>{sum === 0 ? '' : format(sum)}</span>
                </div>
              );
            })}
            <span className={styles.label}>{label}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

const tooltip = (name: string, values: readonly (number | null)[], series: readonly Series[], format: MonthBarsProps['format']): string =>
  [name, ...series.map(({ label }, index) => `${label}: ${values[index] == null ? '–' : format(values[index])}`)].join('\n');
