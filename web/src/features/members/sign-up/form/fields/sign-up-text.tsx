import type { ComponentProps } from 'react';
import { TextField } from '../../../../../components/form/text-field.tsx';
import type { SignUpForm } from '../../sign-up-form.ts';
import type { FormControl } from '../state/form-control.ts';
import { fieldId, type FieldName } from './field-order.ts';

/** The text fields. */
export type TextFieldName = Exclude<FieldName, 'plan' | 'card'>;

type Props = ComponentProps<typeof TextField<SignUpForm, SignUpForm>>;
export interface SignUpTextProps extends Omit<Props, 'control' | 'name' | 'id' | 'form'> {
  form: FormControl;
  field: TextFieldName;
}

/** A text field of the form. */
export function SignUpText({ form, field, ...props }: SignUpTextProps) {
  return <TextField spellCheck={false} {...props} control={form.control} name={field} id={fieldId(field)} />;
}
