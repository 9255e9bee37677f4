import { z } from 'zod';
import { readCode } from '@washdesk/rules/codes/code-forms';
import { stateOf } from '@washdesk/rules/codes/states';
import {
  entryWords,
  isMailAddress,
  isPostalCode,
  isTheCardNumber,
  plateProblem,
  tagProblem,
} from '@washdesk/rules/customers/customer-entry';
import { isPhone } from '@washdesk/rules/customers/phones';
import { plainText, providerId } from '../values.ts';

/** A flag that registers and forms send as a boolean or a word; tax exemption has its own word. */
const flag = z
  .union([z.boolean(), z.enum(['true', 'false', 'yes', 'no', '1', '0', 'exempt', 'none', ''])])
  .transform((value) => value === true || ['true', 'yes', '1', 'exempt'].includes(String(value)));

const code = (problemOf: (code: string) => string | null, longest = 20) =>
  plainText(longest)
    .transform(readCode)
    .superRefine((text, context) => {
      const problem = text === '' ? null : problemOf(text);
      if (problem !== null) context.addIssue({ code: 'custom', message: problem });
    });

const country = plainText(2)
  .transform((text) => text.toUpperCase())
  .refine((text) => ['', 'US', 'CA'].includes(text), 'must be US or CA');

/** The rules for a customer's fields, under the names of the sign-up payload, which take precedence. An empty text counts as missing. */
export const customerFields = {
  FirstName: plainText(60),
  LastName: plainText(60),
  Email: plainText(200).refine((text) => text === '' || isMailAddress(text), entryWords.mail),
  CellPhone: plainText(20).refine((text) => text === '' || isPhone(text), entryWords.phone),
  Zipcode: plainText(20).refine((text) => text === '' || isPostalCode(text), entryWords.postalCode),
  City: plainText(100),
  State: plainText(40)
    .transform((text) => stateOf(text)?.abbreviation ?? text)
    .refine((text) => text === '' || stateOf(text) !== null, entryWords.state),
  Country: country,
  CustomerCode: code(plateProblem),
  SecondaryCode: code(tagProblem),
  TheCardNumber: code((number) => (isTheCardNumber(number) ? null : entryWords.theCard)),
  CarMake: plainText(60),
  CarModel: plainText(60),
  CarColor: plainText(40),
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

const siteNumber = z.union([z.int(), plainText(4)]).nullish();

export const newCustomerFields = z.object({ ...bothSpellings, SITENUMBER: siteNumber }).transform((body, context): NewCustomer => {
  const given = body as Record<string, unknown>;
  const fields = names.map((name) => [smallFirst(name), given[name] ?? given[smallFirst(name)] ?? undefined]);
  const payload = { ...Object.fromEntries(fields), site: body.SITENUMBER ?? undefined } as NewCustomer;
  for (const name of missingOf(payload)) context.addIssue({ code: 'custom', path: [name], message: 'is required' });
  return payload;
});
