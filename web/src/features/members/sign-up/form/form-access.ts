import type { SignUpForm } from '../sign-up-form.ts';
import type { FieldName } from './fields.ts';

/** What every section of the form works with. */
export interface FormAccess {
  form: SignUpForm;
  /** Late answers change the form as it is by then. */
  change: (patch: Partial<SignUpForm> | ((form: SignUpForm) => Partial<SignUpForm>)) => void;
  /** The rule's words, once somebody has left the field or pressed Sign Up. */
  problemOf: (field: FieldName) => string | null;
  /** The field was left: from now on its problem shows. */
  leave: (field: FieldName) => void;
  /** A choice was made: the next field, please. */
  goOnFrom: (field: FieldName) => void;
}
