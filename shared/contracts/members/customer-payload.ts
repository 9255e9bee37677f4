import { z } from 'zod';
import { normalizeCode } from '@washdesk/rules/codes/codes';
import {
  entryWords,
  isMailAddress,
  isPlateEntry,
  isPostalCode,
  isTagEntry,
  isTheCardNumber,
} from '@washdesk/rules/customers/customer-entry';
import { providerId, trimmedText } from '../values.ts';

/** A flag that registers and forms send as a boolean or a word; tax exemption has its own word. */
const flag = z
  .union([z.boolean(), z.enum(['true', 'false', 'yes', 'no', '1', '0', 'exempt', 'none', ''])])
  .transform((value) => value === true || ['true', 'yes', '1', 'exempt'].includes(String(value)));

const code = (isGood: (code: string) => boolean, words: string, longest = 20) =>
  trimmedText(longest)
    .transform(normalizeCode)
    .refine((text) => text === '' || isGood(text), words);

const country = trimmedText(2)
  .transform((text) => text.toUpperCase())
  .refine((text) => ['', 'US', 'CA'].includes(text), 'must be US or CA');

/** The rules for a customer's fields, under the names of the sign-up payload, which take precedence. An empty text counts as missing. */
export const customerFields = {
  FirstName: trimmedText(60),
  LastName: trimmedText(60),
  Email: trimmedText(200).refine((text) => text === '' || isMailAddress(text), entryWords.mail),
  CellPhone: trimmedText(20),
  Zipcode: trimmedText(20).refine((text) => text === '' || isPostalCode(text), entryWords.postalCode),
  City: trimmedText(100),
  State: trimmedText(40),
  Country: country,
  CustomerCode: code(isPlateEntry, entryWords.plate),
  SecondaryCode: code(isTagEntry, entryWords.tag),
  TheCardNumber: code(isTheCardNumber, entryWords.theCard, 18),
  CarMake: trimmedText(60),
  CarModel: trimmedText(60),
  CarColor: trimmedText(40),
  IsCommercial: flag,
  IsTruck: flag,
  IsBusinessSelect: flag,
  TaxExempt: flag,
  ClonedFrom: providerId,
};
type Shape = typeof customerFields;
type Name = keyof Shape;

const smallFirst = <N extends string>(name: N): Uncapitalize<N> => (name.slice(0, 1).toLowerCase() + name.slice(1)) as Uncapitalize<N>;

type BothSpellings = { [N in Name]: z.ZodOptional<z.ZodNullable<Shape[N]>> } & {
  [N in Name as Uncapitalize<N>]: z.ZodOptional<z.ZodNullable<Shape[N]>>;
};

const names = Object.keys(customerFields) as Name[];
const bothSpellings = Object.fromEntries(
  names.flatMap((name) => [
    [name, customerFields[name].nullish()],
    [smallFirst(name), customerFields[name].nullish()],
  ]),
) as BothSpellings;

/** The values of the payload, under either of their names. */
export type NewCustomer = { [N in Name as Uncapitalize<N>]?: z.output<Shape[N]> | undefined } & {
  /** In Sitewatch's or the browser's numbering; used from SalesManager. */
  site?: string | number | undefined;
};

const required = ['FirstName', 'LastName', 'Zipcode', 'CustomerCode'] as const;
const requiredOfClone = ['CustomerCode', 'SecondaryCode'] as const;

/** Returns the missing required fields. */
function missingOf(given: NewCustomer): Name[] {
  const needed: readonly Name[] = given.clonedFrom ? requiredOfClone : required;
  return needed.filter((name) => !given[smallFirst(name)]);
}

const siteNumber = z.union([z.int(), trimmedText(4)]).nullish();

export const newCustomerFields = z.object({ ...bothSpellings, SITENUMBER: siteNumber }).transform((body, context): NewCustomer => {
  const given = body as Record<string, unknown>;
  const fields = names.map((name) => [smallFirst(name), given[name] ?? given[smallFirst(name)] ?? undefined]);
  const payload = { ...Object.fromEntries(fields), site: body.SITENUMBER ?? undefined } as NewCustomer;
  for (const name of missingOf(payload)) context.addIssue({ code: 'custom', path: [name], message: 'is required' });
  return payload;
});
