import type { ZodForm } from '../../../../../lib/forms/use-zod-form.ts';
import type { SignUpForm } from '../../sign-up-form.ts';
import type { FieldName } from '../fields/field-order.ts';

/** The form as every section of the screen gets it. */
export interface FormControl extends ZodForm<SignUpForm, SignUpForm> {
  /** Moves the focus to the field after this one, once a choice was made. */
  goOnFrom: (field: FieldName) => void;
}
