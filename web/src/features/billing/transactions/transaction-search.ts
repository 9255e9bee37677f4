import { z } from 'zod';
import { dollarsToCents, payableCents } from '@washdesk/rules/billing/money';
import type { ChargeSearch } from '../../../domain/charges/charges-api.ts';
import { parseUsDate } from '../../../domain/us-date.ts';
import { searchFields, type FieldKind, type Mode, type SearchField } from './search-fields.ts';
import type { InvoiceSearch, SubscriptionSearch } from './transactions-api.ts';

/** A search in the form and the URL: the typed values by field name. Empty fields are omitted. */
export interface TransactionSearch {
  mode: Mode;
  values: Readonly<Record<string, string>>;
}

const modeParameter = 'mode';

/**
 * Reads the URL. Links from other screens have no mode: a fingerprint alone means charges, an employee's name alone subscriptions
 * (docs/rules/billing.md#transaction-lookup).
 */
export function readSearch(query: URLSearchParams): TransactionSearch {
  const mode = modeOf(query);
  const given = searchFields[mode].map(({ name }) => [name, (query.get(name) ?? '').trim()] as const);
  return { mode, values: Object.fromEntries(given.filter(([, value]) => value !== '')) };
}

/** Returns the query string of a search, without empty fields. */
export function writeSearch({ mode, values }: TransactionSearch): URLSearchParams {
  const given = searchFields[mode].map(({ name }) => [name, (values[name] ?? '').trim()] as const);
  return new URLSearchParams(
    [[modeParameter, mode], ...given.filter(([, value]) => value !== '')].map(([name, value]) => [name ?? '', value ?? '']),
  );
}

export const isEmpty = ({ values }: TransactionSearch): boolean => Object.values(values).every((value) => value.trim() === '');

/** Returns the problems by field name; an empty field is valid. */
export function fieldProblems({ mode, values }: TransactionSearch): Record<string, string> {
  const wrong = searchFields[mode].flatMap(({ name, kind }) => {
    const value = (values[name] ?? '').trim();
    return value === '' || isReadable[kind](value) ? [] : [[name, hints[kind]] as const];
  });
  return Object.fromEntries(wrong);
}

/** Returns the form's values for all fields of every mode; fields not in the search are empty. */
export function allValues({ values }: TransactionSearch): Record<string, string> {
  const names = Object.values(searchFields).flatMap((fields) => fields.map(({ name }) => name));
  return Object.fromEntries(names.map((name) => [name, values[name] ?? '']));
}

/** Returns the search of a mode's form: the values of the visible fields. */
export function searchOf(mode: Mode, shown: readonly SearchField[], values: Readonly<Record<string, string>>): TransactionSearch {
  return { mode, values: Object.fromEntries(shown.map(({ name }) => [name, values[name] ?? ''])) };
}

/** The validation of a mode's form; the output is the search. */
export const searchRules = (mode: Mode, shown: readonly SearchField[]) =>
  z
    .record(z.string(), z.string())
    .transform((values) => searchOf(mode, shown, values))
    .superRefine((search, context) => {
      for (const [name, message] of Object.entries(fieldProblems(search))) context.addIssue({ code: 'custom', path: [name], message });
    });

const any = (): boolean => true;
const isReadable: Record<FieldKind, (value: string) => boolean> = {
  dollars: (value) => payableCents(value) !== null,
  date: (value) => parseUsDate(value) !== null,
  last4: (value) => /^\d{4}$/.test(value),
  site: (value) => /^\d{1,6}$/.test(value),
  terminal: any,
  text: any,
};

const hints: Record<FieldKind, string> = {
  dollars: 'Dollars, such as 12.50',
  date: 'A date, as MM/DD/YYYY',
  last4: 'Four digits',
  site: 'A site of the company',
  terminal: '',
  text: '',
};

export function chargeBody({ total, date, last4, site, terminal, fingerprint, employeename }: TransactionSearch['values']): ChargeSearch {
  const cents = total === undefined ? null : dollarsToCents(total);
  return { ...(cents !== null && { amount: cents }), ...when(date), ...where(site), last4, terminal, fingerprint, employeename };
}

export function invoiceBody({ receipt, invoice }: TransactionSearch['values']): InvoiceSearch {
  return { receipt, invoice };
}

export function subscriptionBody({ employeename, date, site }: TransactionSearch['values']): SubscriptionSearch {
  return { employeename, ...when(date), ...where(site) };
}

function when(date: string | undefined): { date?: string } {
  const day = date === undefined ? null : parseUsDate(date);
  return day === null ? {} : { date: day };
}

const where = (site: string | undefined): { site?: number } => (site === undefined ? {} : { site: Number(site) });

function modeOf(query: URLSearchParams): Mode {
  const named = query.get(modeParameter);
  if (named === 'charge' || named === 'invoice' || named === 'subscription') return named;
  return query.get('employeename') && !query.get('fingerprint') ? 'subscription' : 'charge';
}
