import { useId } from 'react';
import type { ReactNode } from 'react';
import styles from './field.module.css';

/** What the control of a field needs to belong to its label and its words. */
export interface FieldControl {
  id: string;
  status: 'error' | '';
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

interface FieldProps {
  label: string;
  /** The control's id, for links that lead to the field. */
  id?: string | undefined;
  /** A word of help under the control. */
  hint?: ReactNode;
  /** What is wrong with the value; takes the place of the hint. */
  problem?: string | null;
  children: (control: FieldControl) => ReactNode;
}

/** A labelled control, for forms that do without antd's own: those are heavy for a first screen. */
export function Field({ label, id: givenId, hint, problem, children }: FieldProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const words = problem || hint ? `${id}-words` : undefined;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children({ id, status: problem ? 'error' : '', 'aria-invalid': Boolean(problem), 'aria-describedby': words })}
      {words && (
        <span id={words} className={problem ? styles.problem : styles.hint} role={problem ? 'alert' : undefined}>
          {problem || hint}
        </span>
      )}
    </div>
  );
}
