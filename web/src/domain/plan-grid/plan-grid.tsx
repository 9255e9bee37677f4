import type { KeyboardEvent } from 'react';
import type { Plan } from '@washdesk/contracts/billing/plans/subscription';
import { PlanOption } from './plan-option.tsx';
import styles from './plan-grid.module.css';

export interface PlanGridProps {
  /** In display order: by club code, then by price. */
  plans: readonly Plan[];
  /** The price's id. */
  chosen: string | null;
  /** The id of the option that gets the focus first. */
  id: string;
  onChoose: (plan: Plan) => void;
  /** Whether other dialogs are open, which disables shortcuts. */
  quiet?: boolean;
  /** Whether the customer pays no tax, which the plans of a site do not know. */
  exempt?: boolean;
}

/** The plans of a site side by side. One is selected by its number with Alt, by arrow keys or by touch. */
export function PlanGrid({ plans, chosen, id, onChoose, quiet = false, exempt = false }: PlanGridProps) {
  const first = plans.find(({ PlanId }) => PlanId === chosen) ?? plans[0];
  const chooseFocused = (event: KeyboardEvent<HTMLDivElement>): void => {
    const focused = plans.find(({ PlanId }) => event.target instanceof HTMLInputElement && event.target.value === PlanId);
    if (event.key === 'Enter' && focused && focused.PlanId !== chosen) onChoose(focused);
  };
  return (
    <div className={styles.plans}>
      <div role="radiogroup" aria-label="Plan" className={styles.grid} onKeyDown={chooseFocused}>
        {plans.map((plan, index) => (
          <PlanOption
            key={plan.PlanId}
            id={plan === first ? id : undefined}
            plan={plan}
            place={index + 1}
            chosen={plan.PlanId === chosen}
            quiet={quiet}
            exempt={exempt}
            onChoose={() => onChoose(plan)}
          />
        ))}
      </div>
    </div>
  );
}
