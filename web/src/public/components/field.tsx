import { useId, type InputHTMLAttributes, type KeyboardEvent, type ReactNode, type SelectHTMLAttributes } from 'react';
import styles from './field.module.css';

interface FieldParts {
  label: string;
  /** The name in the form: `focusField` finds the field by it. */
  name: string;
  hint?: ReactNode;
  /** What is wrong with the value, as a sentence in place of the hint. */
  problem?: string | undefined;
}

interface Describing {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** A label, a control, and its hint or its problem, tied together for screen readers. */
export function Field({ label, hint, problem, children }: Omit<FieldParts, 'name'> & { children: (describing: Describing) => ReactNode }) {
  const id = useId();
  const said = problem ?? hint;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': problem ? true : undefined, 'aria-describedby': said ? `${id}-said` : undefined })}
      {said && (
        <p id={`${id}-said`} className={problem ? styles.problem : styles.hint}>
          {said}
        </p>
      )}
    </div>
  );
}

type TextFieldProps = FieldParts & Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> & { onChange: (value: string) => void };

export function TextField({ label, hint, problem, onChange, className = '', ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(describing) => (
        <input {...input} {...describing} className={`${styles.control} ${className}`} onChange={({ target }) => onChange(target.value)} />
      )}
    </Field>
  );
}

interface Choice {
  value: string;
  label: string;
}

interface SelectFieldProps extends FieldParts, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'name'> {
  choices: readonly Choice[];
  /** The choice of nothing, while nothing is chosen. */
  empty?: string;
  onChange: (value: string) => void;
}

export function SelectField({ label, hint, problem, choices, empty, onChange, className = '', ...select }: SelectFieldProps) {
  return (
    <Field label={label} hint={hint} problem={problem}>
      {(describing) => (
        <select
          {...select}
          {...describing}
          className={`${styles.control} ${styles.select} ${className}`}
          onChange={({ target }) => onChange(target.value)}
        >
          {empty !== undefined && <option value="">{empty}</option>}
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/**
 * Enter in a text field of an unfinished form goes to the next field that still needs something, as a phone's Next key promises. In a
 * finished form it submits.
 * @param unfinished the names of the fields that need something
 */
export function nextOnEnter(event: KeyboardEvent<HTMLFormElement>, unfinished: readonly string[]): void {
  const { target, key, nativeEvent, currentTarget } = event;
  if (key !== 'Enter' || nativeEvent.isComposing || !(target instanceof HTMLInputElement)) return;
  const fields = Array.from(currentTarget.elements) as HTMLInputElement[];
  const next = fields.slice(fields.indexOf(target) + 1).find(({ name }) => unfinished.includes(name));
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Puts the focus into the first of these fields that the form has. */
export function focusField(form: HTMLFormElement | null, names: readonly string[]): void {
  const fields = Array.from(form?.elements ?? []) as HTMLInputElement[];
  fields.find(({ name }) => names.includes(name))?.focus();
}
