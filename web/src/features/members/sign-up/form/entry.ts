import { codeKind, isCode, normalizeCode } from '@washdesk/rules/codes/codes';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { customerKeys } from '@washdesk/rules/company/metadata-keys';
import { formatPhone } from '@washdesk/rules/customers/phones';
import { emptySignUp, type SignUpForm } from '../sign-up-form.ts';

/** How somebody came to the sign-up: with a plate or tag that nobody has, for a customer without a subscription, or by themselves. */
export type Entry = { kind: 'code'; code: string } | { kind: 'customer'; id: string } | { kind: 'blank' };

export function readEntry(query: URLSearchParams): Entry {
  const customer = query.get('customer');
  if (customer) return { kind: 'customer', id: customer };
  const code = query.get('code');
  return code !== null && isCode(code) ? { kind: 'code', code: normalizeCode(code) } : { kind: 'blank' };
}

/** Tells two entries apart: a form is kept for the one that it was begun by. */
export function entryKey(entry: Entry): string {
  if (entry.kind === 'customer') return `customer ${entry.id}`;
  return entry.kind === 'code' ? `code ${entry.code}` : '';
}

/** The form that a code begins: a plate is a plate, whatever else is a tag. */
export function formForCode(code: string): SignUpForm {
  return codeKind(code) === 'plate' ? { ...emptySignUp, plate: code } : { ...emptySignUp, tag: code };
}

/** The form that begins with what is known of a customer. */
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
