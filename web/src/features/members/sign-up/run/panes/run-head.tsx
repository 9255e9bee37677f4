import { TagChip } from '../../../../../domain/codes/tag-chip.tsx';
import { VehicleCode } from '../../../../../domain/codes/vehicle-code.tsx';
import { Money } from '../../../../../domain/money.tsx';
import type { SignUpRunState } from '../run.ts';
import styles from './run-head.module.css';

/** The customer and the plan, large enough to read from the car's window. */
export function RunHead({ form, terms }: Pick<SignUpRunState, 'form' | 'terms'>) {
  const { name, price, total = price } = terms.plan;
  return (
    <section className={styles.head} aria-label="Sign-up">
      <VehicleCode code={form.plate} size="large" />
      <div className={styles.who}>
        <span className={styles.name}>
          {form.firstName} {form.lastName}
        </span>
        {form.tag !== '' && form.tag !== form.plate && <TagChip code={form.tag} />}
      </div>
      <div className={styles.plan}>
        <strong className={styles.planName}>{name}</strong>
        <span>
          <Money cents={total} />
          /mo{total !== price && ' with tax'}
        </span>
      </div>
      <div className={styles.due}>
        <span className={styles.label}>Due Today</span>
        <span className={styles.amount}>
          <Money cents={terms.dueToday} />
        </span>
      </div>
    </section>
  );
}
