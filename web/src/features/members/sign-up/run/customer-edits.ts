import { z } from 'zod';
import type { Customer } from '@washdesk/contracts/members/customer';
import { customerKeys } from '@washdesk/rules/company/metadata-keys';
import { displayName } from '@washdesk/rules/customers/names';
import { toE164 } from '@washdesk/rules/customers/phones';
import type { SignUpForm } from '../sign-up-form.ts';

/** A customer's data in a sign-up, named as in `saveCustomer`. */
const customerFields = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  tax_exempt: z.enum(['exempt', 'none']),
  address: z.object({ city: z.string(), state: z.string(), postal_code: z.string(), country: z.string() }),
  metadata: z.record(z.string(), z.string()),
});
type CustomerFields = z.infer<typeof customerFields>;

/** The customer's new and original data: the body of `saveCustomer`, identical in every repeat. */
export const customerEdits = customerFields.extend({ base: customerFields });
export type CustomerEdits = z.infer<typeof customerEdits>;

/** Returns the changes that the form makes to an existing customer. */
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

/** Whether there is a change to save. */
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
