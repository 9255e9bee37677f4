import type { Plan } from '@washdesk/contracts/billing/subscription';
import { Skeleton } from 'antd';
import { Failure } from '../../../../components/failure.tsx';
import { Section } from '../../../../components/section.tsx';
import { PlanGrid } from '../../../../domain/plan-grid/plan-grid.tsx';
import { fieldId } from './fields.ts';
import type { FormAccess } from './form-access.ts';
import { SiteSelect } from './site-select.tsx';
import styles from './sign-up-panel.module.css';
import type { SiteOffer } from './use-site-offer.ts';

interface PlanSectionProps {
  access: FormAccess;
  offer: SiteOffer;
  quiet: boolean;
  onChoose: (plan: Plan) => void;
}

/** What the site sells. */
export function PlanSection({ access, offer, quiet, onChoose }: PlanSectionProps) {
  return (
    <Section title="Plan Selection" actions={<SiteSelect access={access} offer={offer} />}>
      <Plans access={access} offer={offer} quiet={quiet} onChoose={onChoose} />
    </Section>
  );
}

function Plans({ access, offer: { plans, failure, reload }, quiet, onChoose }: PlanSectionProps) {
  if (failure) return <Failure title="The plans could not be loaded" error={failure} onRetry={reload} />;
  if (!plans) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  if (plans.length === 0) return <p className={styles.note}>This location sells no plans.</p>;
  return <PlanGrid plans={plans} chosen={access.form.plan} id={fieldId('plan')} quiet={quiet} onChoose={onChoose} />;
}
