import type { Customer } from '@washdesk/contracts/members/customer';
import { customerKeys } from '@washdesk/rules/company/metadata-keys';
import { displayName } from '@washdesk/rules/customers/names';
import { toE164 } from '@washdesk/rules/customers/phones';
import { z } from 'zod';
import type { SignUpForm } from '../sign-up-form.ts';

/** What a sign-up knows of a customer, under the names of `saveCustomer`. */
const customerFields = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  tax_exempt: z.enum(['exempt', 'none']),
  address: z.object({ city: z.string(), state: z.string(), postal_code: z.string(), country: z.string() }),
  metadata: z.record(z.string(), z.string()),
});
type CustomerFields = z.infer<typeof customerFields>;

/** The customer as wanted, and as read: the body of `saveCustomer`, which must be the same whenever it is repeated. */
export const customerEdits = customerFields.extend({ base: customerFields });
export type CustomerEdits = z.infer<typeof customerEdits>;

/** The corrections that the form makes to somebody who is a customer already. */
export function editsOf(form: SignUpForm, known: Customer & { firstName: string; lastName: string }): CustomerEdits {
  const base = fieldsOf(known);
  const sameName = form.firstName.trim() === known.firstName && form.lastName.trim() === known.lastName;
  const samePhone = toE164(form.cellPhone) === toE164(base.phone);
  const wanted: CustomerFields = {
    name: sameName ? base.name : displayName(form.firstName, form.lastName),
    email: form.email.trim(),
    phone: samePhone && base.phone !== '' ? base.phone : form.cellPhone.trim(),
    tax_exempt: form.taxExempt ? 'exempt' : 'none',
    address: { city: form.city, state: form.state, postal_code: form.zip, country: form.country },
    metadata: {
      [customerKeys.plate]: form.plate,
      [customerKeys.tag]: form.tag,
      [customerKeys.theCard]: form.theCardNumber,
      [customerKeys.carMake]: form.make,
      [customerKeys.carModel]: form.model,
      [customerKeys.carColor]: form.color,
      [customerKeys.isTruck]: String(form.isTruck),
      [customerKeys.isCommercial]: String(form.isCommercial),
      [customerKeys.isBusinessSelect]: String(form.isBusinessSelect),
    },
  };
  return { ...wanted, base };
}

/** Whether there is anything to save. */
export function hasEdits({ base, ...wanted }: CustomerEdits): boolean {
  return JSON.stringify(wanted) !== JSON.stringify(base);
}

const texts = [
  customerKeys.plate,
  customerKeys.tag,
  customerKeys.theCard,
  customerKeys.carMake,
  customerKeys.carModel,
  customerKeys.carColor,
];
const flags = [customerKeys.isTruck, customerKeys.isCommercial, customerKeys.isBusinessSelect];

function fieldsOf({ name, email, phone, tax_exempt: tax, address, metadata }: Customer): CustomerFields {
  return {
    name: name ?? '',
    email: email ?? '',
    phone: phone ?? '',
    tax_exempt: tax === 'exempt' ? 'exempt' : 'none',
    address: {
      city: address?.city ?? '',
      state: address?.state ?? '',
      postal_code: address?.postal_code ?? '',
      country: address?.country ?? 'US',
    },
    metadata: {
      ...Object.fromEntries(texts.map((key) => [key, metadata[key] ?? ''])),
      ...Object.fromEntries(flags.map((key) => [key, String(metadata[key] === 'true')])),
    },
  };
}
