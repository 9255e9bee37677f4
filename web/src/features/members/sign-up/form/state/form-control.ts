import type { ZodForm } from '../../../../../lib/forms/use-zod-form.ts';
import type { SignUpForm } from '../../sign-up-form.ts';
import type { FieldName } from '../fields/field-order.ts';

/** The form as passed to every section of the screen. */
export interface FormControl extends ZodForm<SignUpForm, SignUpForm> {
  /** Moves the focus to the field after this one when a choice was made. */
  goOnFrom: (field: FieldName) => void;
}
