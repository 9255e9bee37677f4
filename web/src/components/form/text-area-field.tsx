import { Input } from 'antd';
import type { FieldPathByValue, FieldValues } from 'react-hook-form';
import { FormField, type FormFieldProps } from './form-field.tsx';

interface TextAreaFieldProps<In extends FieldValues, Out> extends Omit<FormFieldProps<In, FieldPathByValue<In, string>, Out>, 'children'> {
  readOnly?: boolean;
  /** Lines that it is high while it is empty, and at most. */
  rows: { min: number; max: number };
}

/** Lines of a form to type into, which grow with their text. */
export function TextAreaField<In extends FieldValues, Out>({ rows, readOnly, ...field }: TextAreaFieldProps<In, Out>) {
  return (
    <FormField {...field}>
      {({ onChange, ref, ...bound }) => (
        <Input.TextArea
          {...bound}
          ref={ref}
          readOnly={readOnly}
          autoComplete="off"
          autoSize={{ minRows: rows.min, maxRows: rows.max }}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </FormField>
  );
}
