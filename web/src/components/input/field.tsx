import { useId } from 'react';
import type { ReactNode } from 'react';
import styles from './field.module.css';

/** The properties that connect a control to its label and texts. */
export interface FieldControl {
  id: string;
  status: 'error' | '';
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

interface FieldProps {
  label: string;
  /** The control's id, for links to the field. */
  id?: string | undefined;
  /** A hint under the control. */
  hint?: ReactNode;
  /** The value's problem; replaces the hint. */
  problem?: string | null;
  children: (control: FieldControl) => ReactNode;
}

/** A labeled control for forms without antd's own, which are heavy for a first screen. */
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
