import { Input } from 'antd';
import type { FieldPathByValue, FieldValues } from 'react-hook-form';
import type { CSSProperties } from 'react';
import { FormField, type FormFieldProps } from './form-field.tsx';
import styles from './text-area-field.module.css';

interface TextAreaFieldProps<In extends FieldValues, Out> extends Omit<FormFieldProps<In, FieldPathByValue<In, string>, Out>, 'children'> {
  readOnly?: boolean;
  maxLength?: number;
  /** Lines that it is high while it is empty, and at most. */
  rows: { min: number; max: number };
}

/** Lines of a form to type into, which grow with their text. */
export function TextAreaField<In extends FieldValues, Out>({ rows, readOnly, maxLength, ...field }: TextAreaFieldProps<In, Out>) {
  return (
    <FormField {...field}>
      {({ onChange, ref, ...bound }) => (
        <Input.TextArea
          {...bound}
          ref={ref}
          readOnly={readOnly}
          autoComplete="off"
          maxLength={maxLength}
          rows={rows.min}
          className={styles.area}
          style={{ '--least': rows.min, '--most': rows.max } as CSSProperties}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </FormField>
  );
}
