import { Select, Skeleton } from 'antd';
import { useWatch } from 'react-hook-form';
import type { Plan } from '@washdesk/contracts/billing/plans/subscription';
import { monthlyWords } from '@washdesk/rules/plans/plan-price';
import { Failure } from '../../../../../components/feedback/failure.tsx';
import { Section } from '../../../../../components/layout/section.tsx';
import { PlanGrid } from '../../../../../domain/plan-grid/plan-grid.tsx';
import { useAtLeast } from '../../../../../lib/session/use-session.ts';
import { fieldId } from '../fields/field-order.ts';
import type { FormControl } from '../state/form-control.ts';
import type { SiteOffer } from './use-site-offer.ts';
import styles from '../sign-up-panel.module.css';

interface PlanSectionProps {
  form: FormControl;
  offer: SiteOffer;
  quiet: boolean;
  /** Whether it is on the customer's own screen, where SupportCenter and above also choose by name. */
  onCustomer: boolean;
  onChoose: (plan: Plan) => void;
}

export function PlanSection(props: PlanSectionProps) {
  return (
    <Section title="Plan Selection" actions={<SiteSelect form={props.form} offer={props.offer} />}>
      <Plans {...props} />
    </Section>
  );
}

function Plans({ form, offer: { plans, failure, reload }, quiet, onCustomer, onChoose }: PlanSectionProps) {
  const supports = useAtLeast('SupportCenter');
  const chosen = useWatch({ control: form.control, name: 'plan' });
  const exempt = useWatch({ control: form.control, name: 'taxExempt' });
  if (failure) return <Failure title="Couldn’t load plans" error={failure} onRetry={reload} />;
  if (!plans) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  if (plans.length === 0) return <p className={styles.note}>This location has no plans.</p>;
  return (
    <>
      {onCustomer && supports && <PlanByName plans={plans} chosen={chosen} exempt={exempt} onChoose={onChoose} />}
      <PlanGrid plans={plans} chosen={chosen} id={fieldId('plan')} quiet={quiet} exempt={exempt} onChoose={onChoose} />
    </>
  );
}

interface PlanByNameProps {
  plans: readonly Plan[];
  chosen: string | null;
  exempt: boolean;
  onChoose: (plan: Plan) => void;
}

/** The same plans as a list filtered by name. */
function PlanByName({ plans, chosen, exempt, onChoose }: PlanByNameProps) {
  return (
    <Select
      aria-label="Plan by name"
      size="large"
      className={styles.planByName}
      showSearch={{ optionFilterProp: 'label' }}
      placeholder="Choose a plan by its name"
      value={chosen}
      options={plans.map(({ PlanId, PlanName, PlanPrice, PlanTotal }) => ({
        value: PlanId,
        label: `${PlanName}, ${monthlyWords({ amount: PlanPrice, total: exempt ? PlanPrice : PlanTotal })}`,
      }))}
      onChange={(id) => {
        const plan = plans.find(({ PlanId }) => PlanId === id);
        if (plan) onChoose(plan);
      }}
    />
  );
}

/** Selects another site's plans, for SalesManager and above or if this browser has no location. */
function SiteSelect({ form, offer: { locations, location, isHere } }: Pick<PlanSectionProps, 'form' | 'offer'>) {
  const mayChoose = useAtLeast('SalesManager');
  if (!mayChoose && (location || locations.length === 0)) return null;
  const choose = (id: string): void => {
    const chosen = locations.find((place) => place.id === id);
    if (chosen) form.change({ site: Number(chosen.metadata.site), plan: null });
  };
  return (
    <label className={styles.site}>
      <span>{isHere ? 'Site' : 'Sold at'}</span>
      <Select
        aria-label="Site"
        value={location?.id ?? null}
        placeholder="Choose a site"
        options={locations.map(({ id, display_name: name }) => ({ value: id, label: name }))}
        onChange={choose}
      />
    </label>
  );
}
