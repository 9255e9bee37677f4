import type { Plan } from '@washdesk/contracts/billing/subscription';
import { Checkbox, Select } from 'antd';
import { useId } from 'react';
import { Section } from '../../../../../components/section.tsx';
import { usePromosQuery } from '../../../../../lib/startup-api.ts';
import { useWatch } from 'react-hook-form';
import { noPromo } from '../../sign-up-form.ts';
import { choicesFor, isFullMonthOnly, withDoNotProrate, withFreeForMonth } from './choices.ts';
import styles from '../sign-up-panel.module.css';
import type { FormControl } from '../state/form-control.ts';

interface PromoSectionProps {
  form: FormControl;
  plan: Plan | null;
}

/** The promotion, and how the first month is charged. */
export function PromoSection({ form, plan }: PromoSectionProps) {
  const promos = usePromosQuery();
  const id = useId();
  const [promo, freeForMonth, doNotProrate] = useWatch({ control: form.control, name: ['promo', 'freeForMonth', 'doNotProrate'] });
  const ticked = { freeForMonth, doNotProrate };
  const shown = choicesFor(ticked, plan);
  const forced = isFullMonthOnly(plan);
  const active = promos.data?.promos.filter((one) => one.active) ?? [];
  return (
    <Section title="Promo Options">
      <div className={styles.promo}>
        <label htmlFor={id} className={styles.inlineLabel}>
          Promotion
        </label>
        <Select
          id={id}
          size="large"
          className={styles.wide}
          value={promo}
          options={[{ value: noPromo, label: 'None' }, ...active.map((one) => ({ value: one.id, label: one.description }))]}
          onChange={(chosen) => form.change({ promo: chosen })}
        />
      </div>
      <div className={styles.ticks}>
        <Checkbox
          checked={shown.freeForMonth}
          disabled={forced}
          onChange={({ target }) => form.change(withFreeForMonth(ticked, target.checked))}
        >
          Free For Month
        </Checkbox>
        <Checkbox
          checked={shown.doNotProrate}
          disabled={forced}
          onChange={({ target }) => form.change(withDoNotProrate(ticked, target.checked))}
        >
          Do not prorate
        </Checkbox>
      </div>
      {forced && <p className={styles.note}>This plan is always charged for the whole month.</p>}
      {promos.isError && <p className={styles.note}>The promotions could not be loaded.</p>}
    </Section>
  );
}
