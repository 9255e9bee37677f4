import { Select } from 'antd';
import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import type { Plan } from '@washdesk/contracts/billing/plans/subscription';
import { Section } from '../../../../../components/layout/section.tsx';
import { StartChoicesTicks } from '../../../../../domain/start-choices/start-choices-ticks.tsx';
import { usePromosQuery } from '../../../../../lib/startup-api.ts';
import { noPromo } from '../../sign-up-form.ts';
import type { FormControl } from '../state/form-control.ts';
import styles from '../sign-up-panel.module.css';

interface PromoSectionProps {
  form: FormControl;
  plan: Plan | null;
}

/** The promotion, and how the first month is charged. */
export function PromoSection({ form, plan }: PromoSectionProps) {
  const promos = usePromosQuery();
  const id = useId();
  const [promo, freeForMonth, doNotProrate, chargeForLastMonth] = useWatch({
    control: form.control,
    name: ['promo', 'freeForMonth', 'doNotProrate', 'chargeForLastMonth'],
  });
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
      <StartChoicesTicks ticked={{ freeForMonth, doNotProrate, chargeForLastMonth }} plan={plan} onChange={form.change} />
      {promos.isError && <p className={styles.note}>Couldn’t load promotions.</p>}
    </Section>
  );
}
