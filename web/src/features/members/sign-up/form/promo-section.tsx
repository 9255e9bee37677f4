import type { Plan } from '@washdesk/contracts/billing/subscription';
import { Checkbox, Select } from 'antd';
import { useId } from 'react';
import { Section } from '../../../../components/section.tsx';
import { usePromosQuery } from '../../../../lib/startup-api.ts';
import { noPromo } from '../sign-up-form.ts';
import { choicesFor, isFullMonthOnly, withDoNotProrate, withFreeForMonth } from './choices.ts';
import type { FormAccess } from './form-access.ts';
import styles from './sign-up-panel.module.css';

interface PromoSectionProps {
  access: FormAccess;
  plan: Plan | null;
}

/** How the first month is charged, and what brought the customer here. */
export function PromoSection({ access: { form, change }, plan }: PromoSectionProps) {
  const promos = usePromosQuery();
  const id = useId();
  const shown = choicesFor(form, plan);
  const forced = isFullMonthOnly(plan);
  const active = promos.data?.promos.filter((promo) => promo.active) ?? [];
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
          value={form.promo}
          options={[{ value: noPromo, label: 'None' }, ...active.map((promo) => ({ value: promo.id, label: promo.description }))]}
          onChange={(promo) => change({ promo })}
        />
      </div>
      <div className={styles.ticks}>
        <Checkbox checked={shown.freeForMonth} disabled={forced} onChange={({ target }) => change(withFreeForMonth(form, target.checked))}>
          Free For Month
        </Checkbox>
        <Checkbox checked={shown.doNotProrate} disabled={forced} onChange={({ target }) => change(withDoNotProrate(form, target.checked))}>
          Do not prorate
        </Checkbox>
      </div>
      {forced && <p className={styles.note}>This plan is always charged for the whole month.</p>}
      {promos.isError && <p className={styles.note}>The promotions could not be loaded.</p>}
    </Section>
  );
}
