import { Input } from 'antd';
import { Field } from './field.tsx';

interface DayFieldProps {
  label: string;
  /** YYYY-MM-DD; empty for none. */
  value: string;
  onChange: (value: string) => void;
  required?: boolean;
  problem?: string | null;
}

/** A day in a form without a schema, such as a filter. */
export function DayField({ label, value, onChange, required = false, problem = null }: DayFieldProps) {
  return (
    <Field label={label} problem={problem}>
      {(control) => (
        <Input {...control} size="large" type="date" required={required} value={value} onChange={({ target }) => onChange(target.value)} />
      )}
    </Field>
  );
}
