import { Button, Select } from 'antd';
import { useState } from 'react';
import type { Period, PeriodName } from '@washdesk/rules/dates/periods';
import { DayField } from '../../../components/input/day-field.tsx';
import { Field } from '../../../components/input/field.tsx';
import { rowSizes, type RowSize, type useRevenueAddress } from './revenue-address.ts';
import styles from './revenue.module.css';

const periodTitles: Record<PeriodName, string> = {
  today: 'Today',
  yesterday: 'Yesterday',
  thisWeek: 'This week',
  lastWeek: 'Last week',
  thisMonth: 'This month',
  lastMonth: 'Last month',
};

const custom = 'custom';

/** Selects the period and the size of a row. A period of the reader's own is shown once it is submitted. */
export function RevenueFilter({ address, choosePeriod, setPeriod, setRows }: ReturnType<typeof useRevenueAddress>) {
  const [typed, setTyped] = useState<Period | null>(address.name === null ? address.period : null);
  const isBackwards = typed !== null && typed.from !== '' && typed.to !== '' && typed.to < typed.from;
  return (
    <form
      role="search"
      aria-label="Revenue"
      className={styles.filter}
      onSubmit={(event) => {
        event.preventDefault();
        if (typed && typed.from !== '' && typed.to !== '' && !isBackwards) setPeriod(typed);
      }}
    >
      <Field label="Period">
        {(control) => (
          <Select
            {...control}
            size="large"
            value={typed ? custom : (address.name ?? custom)}
            options={[...Object.entries(periodTitles), [custom, 'Custom period']].map(([value, label]) => ({ value, label }))}
            onChange={(chosen: string) => {
              setTyped(chosen === custom ? address.period : null);
              if (chosen !== custom) choosePeriod(chosen as PeriodName);
            }}
          />
        )}
      </Field>
      <Field label="Rows">
        {(control) => (
          <Select
            {...control}
            size="large"
            value={address.rows}
            options={Object.entries(rowSizes).map(([value, label]) => ({ value: value as RowSize, label }))}
            onChange={setRows}
          />
        )}
      </Field>
      {typed && (
        <>
          <DayField label="From" required value={typed.from} onChange={(from) => setTyped({ ...typed, from })} />
          <DayField
            label="To"
            required
            problem={isBackwards ? 'must not be before the first day' : null}
            value={typed.to}
            onChange={(to) => setTyped({ ...typed, to })}
          />
          <div className={styles.show}>
            <Button size="large" htmlType="submit">
              Show
            </Button>
          </div>
        </>
      )}
    </form>
  );
}
