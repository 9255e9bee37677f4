import type { OnlinePlan } from '@washdesk/contracts/billing/online';
import { Money } from '../../components/money.tsx';
import { useLanguage } from '../../lib/page-texts.tsx';
import { useTexts } from '../texts/texts.ts';
import styles from './plan-choice.module.css';

interface PlanChoiceProps {
  plans: readonly OnlinePlan[];
  chosen: string;
  problem: string | undefined;
  onChoose: (id: string) => void;
}

export function PlanChoice({ plans, chosen, problem, onChoose }: PlanChoiceProps) {
  const { customer } = useTexts();
  const { formats } = useLanguage();
  const [duration, ...others] = new Set(plans.map((plan) => plan.duration));
  return (
    <fieldset className={styles.plans} aria-describedby={problem ? 'plan-problem' : undefined}>
      <legend>{customer.plan}</legend>
      {duration !== undefined && others.length === 0 && <p className={styles.same}>{customer.guaranteed(duration)}</p>}
      {plans.map(({ id, name, amount, total, duration: months }) => (
        <label key={id} className={styles.card}>
          <input type="radio" name="planId" value={id} checked={id === chosen} onChange={() => onChoose(id)} />
          <span className={styles.name}>{name}</span>
          <span className={styles.price}>
            <strong>
              <Money cents={amount} />
            </strong>{' '}
            {customer.aMonth}
          </span>
          <span className={styles.small}>
            {total !== amount && <span>{customer.withTax(formats.money(total))}</span>}
            {others.length > 0 && <span>{customer.guaranteed(months)}</span>}
          </span>
        </label>
      ))}
      {problem && (
        <p id="plan-problem" className={styles.problem}>
          {problem}
        </p>
      )}
    </fieldset>
  );
}
