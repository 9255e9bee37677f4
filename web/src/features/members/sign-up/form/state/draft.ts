import { z } from 'zod';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { readCode } from '@washdesk/rules/codes/code-forms';
import { codeKind, isCode } from '@washdesk/rules/codes/codes';
import { customerKeys } from '@washdesk/rules/company/metadata-keys';
import { formatPhone } from '@washdesk/rules/customers/phones';
import { emptySignUp, signUpForm, type SignUpForm } from '../../sign-up-form.ts';

/** The reason the sign-up was opened: an unknown plate, tag or phone, a customer without a subscription, or none. */
export type Entry =
  | { kind: 'code'; code: string }
  | { kind: 'phone'; phone: string }
  | { kind: 'customer'; id: string }
  | { kind: 'blank' };

/** A sign-up form as stored over a reload. */
export const signUpDraft = z.object({
  /** The `entryKey` of the form: another plate or customer in the URL starts a new form. */
  entry: z.string(),
  form: signUpForm,
  /** The customer's stored plate; null for a new customer. */
  storedPlate: z.string().nullable(),
});
export type SignUpDraft = z.infer<typeof signUpDraft>;

export function readEntry(query: URLSearchParams): Entry {
  const customer = query.get('customer');
  if (customer) return { kind: 'customer', id: customer };
  const code = readCode(query.get('code') ?? '');
  if (isCode(code)) return { kind: 'code', code };
  const phone = query.get('phone');
  return phone === null || phone === '' ? { kind: 'blank' } : { kind: 'phone', phone };
}

/** Returns the customer for whom the form was opened; null if a sign-up from this form created the customer and collected its cards. */
export const customerOf = ({ entry, form: { customer } }: SignUpDraft): string | null =>
  customer !== null && entry === entryKey({ kind: 'customer', id: customer }) ? customer : null;

/** Returns a text that is unique to a plate, tag or customer. */
export function entryKey(entry: Entry): string {
  if (entry.kind === 'customer') return `customer ${entry.id}`;
  if (entry.kind === 'phone') return `phone ${entry.phone}`;
  return entry.kind === 'code' ? `code ${entry.code}` : '';
}

/** Returns the draft of an unchanged form. */
export function draftOf(entry: Entry, form: SignUpForm = formFor(entry)): SignUpDraft {
  return { entry: entryKey(entry), form, storedPlate: form.customer === null ? null : form.plate };
}

/** Returns the form of a new customer with the searched term. */
function formFor(entry: Entry): SignUpForm {
  if (entry.kind === 'phone') return { ...emptySignUp, cellPhone: formatPhone(entry.phone) };
  return entry.kind === 'code' ? formForCode(entry.code) : emptySignUp;
}

/** Returns the form for a scanned or searched code: any code that is not a plate is a tag. */
export function formForCode(code: string): SignUpForm {
  return codeKind(code) === 'plate' ? { ...emptySignUp, plate: code } : { ...emptySignUp, tag: code };
}

/** Returns the form prefilled with a customer's data. */
export function formForCustomer(customer: CustomerDetail): SignUpForm {
  const { address, metadata } = customer;
  return {
    ...emptySignUp,
    customer: customer.id,
    plate: metadata[customerKeys.plate] ?? '',
    tag: metadata[customerKeys.tag] ?? '',
    firstName: customer.firstName,
    lastName: customer.lastName,
    zip: address?.postal_code ?? '',
    city: address?.city ?? '',
    state: address?.state ?? '',
    country: address?.country === 'CA' ? 'CA' : 'US',
    email: customer.email ?? '',
    cellPhone: formatPhone(customer.phone ?? ''),
    theCardNumber: metadata[customerKeys.theCard] ?? '',
    make: metadata[customerKeys.carMake] ?? '',
    model: metadata[customerKeys.carModel] ?? '',
    color: metadata[customerKeys.carColor] || emptySignUp.color,
    isTruck: customer.isTruck,
    isCommercial: customer.isCommercial,
    isBusinessSelect: customer.isBusinessSelect,
    taxExempt: customer.tax_exempt === 'exempt',
  };
}
