import type { Problem } from '@washdesk/contracts/errors';
import type { CustomerForm } from '@washdesk/contracts/members/customer-edit';
import { readCode } from '@washdesk/rules/codes/code-forms';
import { stateOf } from '@washdesk/rules/codes/states';
import { customerKeys } from '@washdesk/rules/company/metadata-keys';
import type { FieldValues } from '@washdesk/rules/customers/customer-changes';
import { fieldProblem, realEmail } from '@washdesk/rules/customers/customer-entry';
import { plainPunctuation } from '@washdesk/rules/text/text';
import type { ProviderAddress, ProviderCustomer } from '../../../common/provider-objects.ts';
import type { CustomerFields } from '../../../ports/payments.ts';

const addressParts = ['line1', 'city', 'state', 'postal_code', 'country'] as const satisfies readonly (keyof ProviderAddress)[];
const codeKeys = [customerKeys.plate, customerKeys.tag, customerKeys.theCard] as const;
const textKeys = [customerKeys.carMake, customerKeys.carModel, customerKeys.carColor] as const;
const flagKeys = [
  customerKeys.isCommercial,
  customerKeys.isTruck,
  customerKeys.isBusinessSelect,
  customerKeys.isFleet,
  customerKeys.isUberLyft,
] as const;

const address = (part: keyof ProviderAddress): string => `address.${part}`;
const metadata = (key: string): string => `metadata.${key}`;

const flagText = (value: unknown): string => String(value === true || value === 'true');

/** Returns a form's values by field, in the format of `valuesNow`: 'false' for a missing flag. */
export function valuesOf(form: CustomerForm): FieldValues {
  const { name, email, phone, tax_exempt: tax, metadata: own = {} } = form;
  const at = form.address === null ? emptyAddress : form.address;
  const named: [string, string | null | undefined][] = [
    ['name', name],
    ['email', email],
    ['phone', phone],
    ['tax_exempt', tax === undefined ? undefined : tax || 'none'],
    ...addressParts.map((part): [string, string | null | undefined] => [address(part), partOf(at, part)]),
    ...[...codeKeys, ...textKeys].map((key): [string, string | null | undefined] => [metadata(key), own[key]]),
    ...flagKeys.map((key): [string, string | undefined] => [metadata(key), own[key] === undefined ? undefined : flagText(own[key])]),
  ];
  return Object.fromEntries(named.flatMap(([field, value]) => (value === undefined ? [] : [[field, value ?? '']])));
}

/** Returns a part of an address; a state by its abbreviation, however it was written. */
const partOf = (at: Partial<ProviderAddress> | null | undefined, part: keyof ProviderAddress): string | null | undefined =>
  part === 'state' ? (stateOf(at?.state ?? '')?.abbreviation ?? at?.state) : at?.[part];

const emptyAddress: ProviderAddress = { line1: null, city: null, state: null, postal_code: null, country: null };

/** Returns all manually editable fields as the provider has them, in the form in which a save arrives. */
export function valuesNow({ name, email, phone, tax_exempt, address: at, metadata: own = {} }: ProviderCustomer): FieldValues {
  const codes = codeKeys.map((key) => [metadata(key), readCode(own[key] ?? '')]);
  const texts = textKeys.map((key) => [metadata(key), plain(own[key])]);
  const flags = flagKeys.map((key) => [metadata(key), flagText(own[key])]);
  const parts = addressParts.map((part) => [address(part), plain(partOf(at, part))]);
  const person = { name: plain(name), email: plain(email), phone: plain(phone), tax_exempt: tax_exempt || 'none' };
  return { ...person, ...Object.fromEntries([...parts, ...codes, ...texts, ...flags]) };
}

const plain = (text: string | null | undefined): string => plainPunctuation(text ?? '').trim();

export function problemsIn(changes: FieldValues): Problem[] {
  return Object.entries(changes).flatMap(([field, value]) => {
    const message = fieldProblem(field, value);
    return message === null ? [] : [{ path: `body.${field}`, message }];
  });
}

/** Whether a change needs SupportCenter. */
export const changesBeyondStaff = (changes: FieldValues): boolean =>
  'tax_exempt' in changes || metadata(customerKeys.isBusinessSelect) in changes;

export const newCodesIn = (changes: FieldValues): string[] => [...new Set(codeKeys.flatMap((key) => changes[metadata(key)] || []))];

/** Returns the fields to write. The provider takes an address only as a whole. */
export function fieldsToWrite(changes: FieldValues, now: FieldValues, placeholderEmailDomain: string): CustomerFields {
  const { name, email, phone, tax_exempt } = changes;
  const all = { ...now, ...changes };
  const keys = [...codeKeys, ...textKeys, ...flagKeys].filter((key) => metadata(key) in changes);
  const moved = addressParts.some((part) => address(part) in changes);
  return {
    ...(name !== undefined && { name }),
    ...(email !== undefined && { email: realEmail(email, placeholderEmailDomain) }),
    ...(phone !== undefined && { phone: phone || null }),
    ...(tax_exempt !== undefined && { taxExempt: tax_exempt === 'exempt' ? 'exempt' : 'none' }),
    ...(moved && { address: Object.fromEntries(addressParts.map((part) => [part, all[address(part)] || null])) }),
    ...(keys.length > 0 && { metadata: Object.fromEntries(keys.map((key) => [key, all[metadata(key)] ?? ''])) }),
  };
}
