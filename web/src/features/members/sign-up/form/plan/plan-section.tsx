import type { Plan } from '@washdesk/contracts/billing/subscription';
import { Select, Skeleton } from 'antd';
import { Failure } from '../../../../../components/failure.tsx';
import { Section } from '../../../../../components/section.tsx';
import { PlanGrid } from '../../../../../domain/plan-grid/plan-grid.tsx';
import { useAtLeast } from '../../../../../lib/session/use-session.ts';
import { useWatch } from 'react-hook-form';
import { fieldId } from '../fields/field-order.ts';
import styles from '../sign-up-panel.module.css';
import type { FormControl } from '../state/form-control.ts';
import type { SiteOffer } from './use-site-offer.ts';

interface PlanSectionProps {
  form: FormControl;
  offer: SiteOffer;
  quiet: boolean;
  onChoose: (plan: Plan) => void;
}

/** The plans of the site. */
export function PlanSection({ form, offer, quiet, onChoose }: PlanSectionProps) {
  return (
    <Section title="Plan Selection" actions={<SiteSelect form={form} offer={offer} />}>
      <Plans form={form} offer={offer} quiet={quiet} onChoose={onChoose} />
    </Section>
  );
}

function Plans({ form, offer: { plans, failure, reload }, quiet, onChoose }: PlanSectionProps) {
  const chosen = useWatch({ control: form.control, name: 'plan' });
  if (failure) return <Failure title="The plans could not be loaded" error={failure} onRetry={reload} />;
  if (!plans) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  if (plans.length === 0) return <p className={styles.note}>This location sells no plans.</p>;
  return <PlanGrid plans={plans} chosen={chosen} id={fieldId('plan')} quiet={quiet} onChoose={onChoose} />;
}

/** A choice of another site's plans, for SalesManager and above or where this browser has no location. */
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
