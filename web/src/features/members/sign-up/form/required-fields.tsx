import { Section } from '../../../../components/layout/section.tsx';
import { ToneShape } from '../../../../domain/status/tone-shape.tsx';
import type { FieldName } from './fields/field-order.ts';
import type { Requirement } from './state/checklist.ts';
import styles from './required-fields.module.css';

interface RequiredFieldsProps {
  requirements: readonly Requirement[];
  onGoTo: (field: FieldName) => void;
}

/** The checklist of a sign-up; pressing a missing item moves to its field. */
export function RequiredFields({ requirements, onGoTo }: RequiredFieldsProps) {
  const missing = requirements.filter(({ done }) => !done).length;
  return (
    <Section title="Required Fields" actions={<span className={styles.count}>{missing === 0 ? 'Complete' : `${missing} missing`}</span>}>
      <ul className={styles.list}>
        {requirements.map(({ field, label, done }) => (
          <li key={field}>
            {done ? (
              <span className={styles.done}>
                <ToneShape tone="go" size={16} />
                {label}
              </span>
            ) : (
              <button type="button" className={styles.missing} onClick={() => onGoTo(field)}>
                <ToneShape tone="neutral" size={16} />
                {label}
              </button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
