import { z } from 'zod';
import { emptySignUp, signUpForm, type SignUpForm } from '../sign-up-form.ts';
import { entryKey, formForCode, type Entry } from './entry.ts';

/** A form half filled in, as it is kept over a reload. */
export const signUpDraft = z.object({
  /** How it was begun (`entryKey`): another plate or customer in the address begins anew. */
  entry: z.string(),
  form: signUpForm,
  /** The plate that the customer has on record; null for somebody new. */
  storedPlate: z.string().nullable(),
});
export type SignUpDraft = z.infer<typeof signUpDraft>;

/** The draft that a press of a key begins. */
export function draftOf(entry: Entry, form: SignUpForm = entry.kind === 'code' ? formForCode(entry.code) : emptySignUp): SignUpDraft {
  return { entry: entryKey(entry), form, storedPlate: form.customer === null ? null : form.plate };
}
