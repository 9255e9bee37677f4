import { Button, Select } from 'antd';
import { useState } from 'react';
import type { SalesOrder } from '@washdesk/contracts/company/sales';
import { DayField } from '../../../components/input/day-field.tsx';
import { Field } from '../../../components/input/field.tsx';
import { SiteField } from '../../../domain/sites/site-field.tsx';
import type { SalesAddress } from './sales-address.ts';
import styles from './sales.module.css';

const orders: Record<SalesOrder, string> = {
  signUps: 'Sign-ups',
  upgrades: 'Upgrades',
  left: 'Canceled',
  rate: 'Canceled, %',
  name: 'Name',
};

interface SalesFilterProps {
  address: SalesAddress;
  /** The shown period: from the URL, or the API's default. */
  shown: { from: string; to: string };
  onChange: (part: Partial<SalesAddress>) => void;
}

/** Selects the period, the site and the order of the employees. */
export function SalesFilter({ address, shown, onChange }: SalesFilterProps) {
  const [changed, setChanged] = useState<Partial<typeof shown>>({});
  const typed = { ...shown, ...changed };
  const isBackwards = typed.to < typed.from;
  const isWhole = typed.from !== '' && typed.to !== '';
  return (
    <form
      role="search"
      aria-label="Sales"
      className={styles.filter}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isWhole || isBackwards) return;
        onChange(typed);
        setChanged({});
      }}
    >
      <DayField label="From" required value={typed.from} onChange={(from) => setChanged({ ...changed, from })} />
      <DayField
        label="To"
        required
        problem={isWhole && isBackwards ? 'must not be before the first day' : null}
        value={typed.to}
        onChange={(to) => setChanged({ ...changed, to })}
      />
      <div className={styles.show}>
        <Button size="large" htmlType="submit">
          Show
        </Button>
      </div>
      <SiteField value={address.site} onChange={(site) => onChange({ site })} />
      <Field label="Sorted by">
        {(control) => (
          <Select
            {...control}
            size="large"
            value={address.sort}
            options={Object.entries(orders).map(([value, label]) => ({ value: value as SalesOrder, label }))}
            onChange={(sort: SalesOrder) => onChange({ sort, order: sort === 'name' ? 'asc' : 'desc' })}
          />
        )}
      </Field>
    </form>
  );
}
