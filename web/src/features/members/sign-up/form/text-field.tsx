import { Input, type InputProps } from 'antd';
import type { ReactNode } from 'react';
import { Field } from '../../../../components/field.tsx';
import { fieldId } from './fields.ts';
import type { FormAccess } from './form-access.ts';

/** Fields that hold a text. */
export type TextFieldName =
  | 'plate'
  | 'tag'
  | 'firstName'
  | 'lastName'
  | 'theCardNumber'
  | 'zip'
  | 'city'
  | 'state'
  | 'email'
  | 'cellPhone'
  | 'make'
  | 'model'
  | 'color';

interface TextFieldProps extends Omit<InputProps, 'onChange' | 'value' | 'id' | 'status'> {
  access: FormAccess;
  field: TextFieldName;
  label: string;
  hint?: ReactNode;
  /** Takes what is typed, where more follows from it than the text. */
  onType?: (text: string) => void;
}

/** A line of the form to type into. */
export function TextField({ access, field, label, hint, onType, onBlur, ...input }: TextFieldProps) {
  const { form, change, leave, problemOf } = access;
  const type = onType ?? ((text: string) => change({ [field]: text }));
  return (
    <Field id={fieldId(field)} label={label} hint={hint} problem={problemOf(field)}>
      {(control) => (
        <Input
          {...control}
          size="large"
          autoComplete="off"
          spellCheck={false}
          {...input}
          value={form[field]}
          onChange={({ target }) => type(target.value)}
          onBlur={(event) => {
            leave(field);
            onBlur?.(event);
          }}
        />
      )}
    </Field>
  );
}
