import { z } from 'zod';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import type { saveCustomer } from '@washdesk/contracts/members/customer-edit';
import { readCode } from '@washdesk/rules/codes/code-forms';
import { fieldProblem } from '@washdesk/rules/customers/customer-entry';
import { counted } from '@washdesk/rules/text/counts';
import { plainPunctuation } from '@washdesk/rules/text/text';

type Body = z.input<typeof saveCustomer.body>;

const infoForm = z.object({
  name: z.string().trim(),
  phone: z.string().trim(),
  email: z.string(),
  zip: z.string(),
  city: z.string(),
  state: z.string(),
  country: z.enum(['US', 'CA']),
  plate: z.string(),
  tag: z.string(),
  theCard: z.string(),
  make: z.string(),
  model: z.string(),
  color: z.string(),
  isCommercial: z.boolean(),
  isTruck: z.boolean(),
  isBusinessSelect: z.boolean(),
  taxExempt: z.boolean(),
});
export type InfoForm = z.infer<typeof infoForm>;
export type InfoField = keyof InfoForm;

/** The parts that are edited separately. */
export type InfoPart = 'contact' | 'vehicle';

export const infoLabels: Readonly<Record<InfoField, string>> = {
  name: 'Name (Last, First)',
  phone: 'Phone',
  email: 'Email',
  zip: 'ZIP or postal code',
  city: 'City',
  state: 'State',
  country: 'Country',
  plate: 'Plate',
  tag: 'Tag',
  theCard: 'TheCard number',
  make: 'Make',
  model: 'Model',
  color: 'Color',
  isCommercial: 'Commercial',
  isTruck: 'Truck',
  isBusinessSelect: 'Business Select',
  taxExempt: 'Tax Exempt',
};

/** The API's field names. */
const apiNames: Readonly<Record<InfoField, string>> = {
  name: 'name',
  phone: 'phone',
  email: 'email',
  zip: 'address.postal_code',
  city: 'address.city',
  state: 'address.state',
  country: 'address.country',
  plate: 'metadata.CustomerCode',
  tag: 'metadata.SecondaryCode',
  theCard: 'metadata.TheCardNumber',
  make: 'metadata.CarMake',
  model: 'metadata.CarModel',
  color: 'metadata.CarColor',
  isCommercial: 'metadata.isCommercial',
  isTruck: 'metadata.isTruck',
  isBusinessSelect: 'metadata.isBusinessSelect',
  taxExempt: 'tax_exempt',
};

const infoFields = Object.keys(apiNames) as InfoField[];

/** The form's field for a field of a save. */
export const namesInSave: Readonly<Record<string, InfoField>> = Object.fromEntries(infoFields.map((field) => [apiNames[field], field]));

const codes: readonly InfoField[] = ['plate', 'tag', 'theCard'];

/** The editable fields of a customer. Only a changed one is checked, so that an old value never blocks a save. */
export const infoRules = (base: InfoForm): z.ZodType<InfoForm, InfoForm> =>
  infoForm.superRefine((form, context) => {
    for (const field of dirtyFields(form, base)) {
      const value = form[field];
      const words =
        typeof value === 'string' &&
        fieldProblem(apiNames[field], codes.includes(field) ? readCode(value) : plainPunctuation(value).trim());
      if (words) context.addIssue({ code: 'custom', path: [field], message: words });
    }
  });

/** Returns the form's field for an API name; null if the form has none. */
export const fieldOf = (apiName: string): InfoField | null => namesInSave[apiName] ?? null;

export function infoOf(customer: CustomerDetail): InfoForm {
  const { name, phone, email, address, metadata, isCommercial, isTruck, isBusinessSelect, tax_exempt } = customer;
  return {
    name: name ?? '',
    phone: phone ?? '',
    email: email ?? '',
    zip: address?.postal_code ?? '',
    city: address?.city ?? '',
    state: address?.state ?? '',
    country: address?.country === 'CA' ? 'CA' : 'US',
    plate: metadata['CustomerCode'] ?? '',
    tag: metadata['SecondaryCode'] ?? '',
    theCard: metadata['TheCardNumber'] ?? '',
    make: metadata['CarMake'] ?? '',
    model: metadata['CarModel'] ?? '',
    color: metadata['CarColor'] ?? '',
    isCommercial,
    isTruck,
    isBusinessSelect,
    taxExempt: tax_exempt === 'exempt',
  };
}

/** Returns the changed fields, in the form's order. */
export const dirtyFields = (form: InfoForm, base: InfoForm): InfoField[] => infoFields.filter((field) => form[field] !== base[field]);

/** Returns only the changed fields, each with its new and its loaded value. Unchanged fields are not sent. */
export function saveBody(form: InfoForm, base: InfoForm): Body {
  const dirty = dirtyFields(form, base);
  return { ...partOf(form, dirty), base: partOf(base, dirty) };
}

function partOf(form: InfoForm, fields: readonly InfoField[]): Omit<Body, 'base'> {
  const part: Record<string, unknown> = {};
  for (const field of fields) {
    const value = field === 'taxExempt' ? (form.taxExempt ? 'exempt' : 'none') : form[field];
    const [first = '', second] = apiNames[field].split('.');
    if (second === undefined) part[first] = value;
    else part[first] = { ...(part[first] as object | undefined), [second]: value };
  }
  return part;
}

/** Converts a value of the API to the form's type. */
export function valueOf(field: InfoField, text: string): InfoForm[InfoField] {
  if (field === 'taxExempt') return text === 'exempt';
  if (field === 'isCommercial' || field === 'isTruck' || field === 'isBusinessSelect') return text === 'true';
  return text;
}

/** Formats a value for display. */
export const wordsOf = (value: InfoForm[InfoField]): string => (typeof value === 'boolean' ? (value ? 'Yes' : 'No') : value || 'nothing');

/** Returns what a save changed, such as 'Phone changed to 8155550199'; null for nothing. */
export function changeWords(now: InfoForm, before: InfoForm): string | null {
  const [only, ...others] = dirtyFields(now, before);
  if (only === undefined) return null;
  if (others.length > 0) return `${counted(others.length + 1, 'field')} changed`;
  const value = now[only];
  return value === '' ? `${infoLabels[only]} removed` : `${infoLabels[only]} changed to ${wordsOf(value)}`;
}
