import { Input, type InputProps, type InputRef } from 'antd';
import type { Ref } from 'react';
import type { FieldPathByValue, FieldValues } from 'react-hook-form';
import { FormField, type FormFieldProps } from './form-field.tsx';

type OwnProps<In extends FieldValues, Out> = Omit<FormFieldProps<In, FieldPathByValue<In, string>, Out>, 'children'>;

interface TextFieldProps<In extends FieldValues, Out>
  extends OwnProps<In, Out>, Omit<InputProps, keyof OwnProps<In, Out> | 'value' | 'onChange' | 'status' | 'type'> {
  /** Never a number: amounts are an AmountField, and other digits are text. */
  type?: 'text' | 'email' | 'tel' | 'date' | 'time' | undefined;
  /** Receives the typed text, if more than the field's value depends on it. */
  onType?: ((text: string) => void) | undefined;
  inputRef?: Ref<InputRef>;
}

/** A single-line text field of a form. */
export function TextField<In extends FieldValues, Out>(props: TextFieldProps<In, Out>) {
  const { control, name, label, id, hint, problem, onType, onBlur, inputRef, ...input } = props;
  return (
    <FormField control={control} name={name} label={label} id={id} hint={hint} problem={problem}>
      {({ onChange, onBlur: onLeave, ref, ...bound }) => (
        <Input
          size="large"
          autoComplete="off"
          {...input}
          {...bound}
          ref={inputRef ?? ref}
          onChange={({ target }) => (onType ?? onChange)(target.value)}
          onBlur={(event) => {
            onLeave();
            onBlur?.(event);
          }}
        />
      )}
    </FormField>
  );
}
