import { Input } from 'antd';
import type { CSSProperties } from 'react';
import type { FieldPathByValue, FieldValues } from 'react-hook-form';
import { FormField, type FormFieldProps } from './form-field.tsx';
import styles from './text-area-field.module.css';

interface TextAreaFieldProps<In extends FieldValues, Out> extends Omit<FormFieldProps<In, FieldPathByValue<In, string>, Out>, 'children'> {
  readOnly?: boolean;
  maxLength?: number;
  /** Height in lines when empty, and the maximum. */
  rows: { min: number; max: number };
}

/** A multi-line text field of a form that grows with its text. */
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
