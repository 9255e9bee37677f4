import { useState } from 'react';
import type { MonthMetrics } from '@washdesk/contracts/company/metrics';
import type { Column } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { Figures, MetricLink, type Figure } from './figures.tsx';
import { longMonth, shortMonth } from './metric-words.ts';
import { MonthBars, type Series } from './month-bars.tsx';
import styles from './metrics.module.css';

interface MetricSectionProps {
  title: string;
  /** An explanation, if the figures need one. */
  about?: string;
  /** Oldest first. */
  months: readonly MonthMetrics[];
  chosen: MonthMetrics;
  series: readonly Series[];
  /** A month's value for each series. */
  valuesOf: (month: MonthMetrics) => readonly (number | null)[];
  format: (value: number) => string;
  figuresOf: (month: MonthMetrics) => readonly Figure[];
}

/** A chart of the months, beside it the explained figures of the chosen one, and below a table of all. */
export function MetricSection({ title, about, months, chosen, series, valuesOf, format, figuresOf }: MetricSectionProps) {
  const [isOpen, setOpen] = useState(false);
  const bars = months.map((one) => ({
    name: longMonth(one.month),
    label: shortMonth(one.month),
    values: valuesOf(one),
    chosen: one.month === chosen.month,
  }));
  return (
    <Section title={title}>
      <div className={styles.beside}>
        <div className={styles.chart}>
          {about !== undefined && <p className={styles.about}>{about}</p>}
          <MonthBars series={series} bars={bars} format={format} />
        </div>
        <Figures figures={figuresOf(chosen)} />
      </div>
      <details className={styles.all} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>{title} by month</summary>
        {isOpen && <AllMonths title={title} months={months} figuresOf={figuresOf} />}
      </details>
    </Section>
  );
}

type Row = { month: string; figures: readonly Figure[] };

function AllMonths({ title, months, figuresOf }: Pick<MetricSectionProps, 'title' | 'months' | 'figuresOf'>) {
  const rows: Row[] = months.map((one) => ({ month: one.month, figures: figuresOf(one) })).toReversed();
  const columns: Column<Row>[] = (rows[0]?.figures ?? []).map(({ label }, index) => ({
    title: label,
    key: label,
    align: 'right',
    text: ({ figures }) => figures[index]?.value ?? '',
    render: (_value, { month, figures }) => {
      const figure = figures[index];
      return figure && <MetricLink {...figure} label={`${label}, ${longMonth(month)}`} />;
    },
  }));
  return (
    <DataTable
      label={`${title} by month`}
      file={`${title} by month`}
      rowKey="month"
      columns={[{ title: 'Month', key: 'month', render: (_value, { month }) => longMonth(month) }, ...columns]}
      rows={rows}
      empty="Nothing found"
    />
  );
}
