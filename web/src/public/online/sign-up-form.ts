import type { z } from 'zod';
import type { startCheckout } from '@washdesk/contracts/billing/checkout';
import { isState, stateOf } from '@washdesk/rules/codes/states';
import { isCanadianPostalCode, isMailAddress } from '@washdesk/rules/customers/customer-entry';
import { isPostalCodeOf, type OnlineCountry } from '@washdesk/rules/plans/online-sign-up';
import type { Language } from '../lib/languages.ts';
import { plateAsTyped } from '../plates/plate-as-typed.ts';

/** What the customer typed, as text. It is kept in the tab until the sign-up is complete. */
export interface SignUpForm {
  site: number | null;
  planId: string;
  plate: string;
  plateState: string;
  make: string;
  model: string;
  color: string;
  email: string;
  phone: string;
  postalCode: string;
  city: string;
  state: string;
  country: OnlineCountry;
  /** The version of the terms that the customer agreed to. */
  agreedTerms: string;
  /** A field that no person sees. */
  website: string;
}

export type FieldName = keyof SignUpForm;

export const emptyForm: SignUpForm = {
  site: null,
  planId: '',
  plate: '',
  plateState: '',
  make: '',
  model: '',
  color: '',
  email: '',
  phone: '',
  postalCode: '',
  city: '',
  state: '',
  country: 'US',
  agreedTerms: '',
  website: '',
};

/** What is wrong with a field; the texts have a sentence for each (`problems`). */
type ProblemName =
  | 'siteMissing'
  | 'planMissing'
  | 'plateMissing'
  | 'stateMissing'
  | 'emailMissing'
  | 'emailForm'
  | 'phoneMissing'
  | 'phoneForm'
  | 'postalCodeMissing'
  | 'postalCodeForm'
  | 'cityMissing'
  | 'refused';

export type Problems = Partial<Record<FieldName, ProblemName>>;

/** What a refused sign-up says in the customer step. */
export interface Refusal {
  problems: Problems;
  sentence: string | null;
}
export const noRefusal: Refusal = { problems: {}, sentence: null };

/** The digits of a phone number, without the country code 1. */
export const phoneDigits = (text: string): string => text.replaceAll(/\D/g, '').replace(/^1(?=\d{10}$)/, '');

/** Returns the country whose form a complete postal code has; null while it is incomplete. */
export function countryOfPostalCode(text: string): OnlineCountry | null {
  if (/^\d{5}$/.test(text.trim())) return 'US';
  return isCanadianPostalCode(text.trim()) ? 'CA' : null;
}

/** Returns what a typed postal code changes: one of another country sets the country and clears the state; a Canadian one also the city. */
export function withPostalCode(form: SignUpForm, typed: string): Partial<SignUpForm> {
  const postalCode = typed.toUpperCase().slice(0, 10);
  const country = countryOfPostalCode(postalCode);
  if (country === null || country === form.country) return { postalCode };
  return { postalCode, country, state: '', ...(country === 'CA' && { city: '' }) };
}

/** The plate's customer code: the plate, a hyphen and its state. */
export const customerCode = ({ plate, plateState }: SignUpForm): string => `${plate}-${plateState}`;

/** Returns what is wrong, by field in the order of the page; empty if nothing is. */
export function problemsOf(form: SignUpForm): Problems {
  const rules: [FieldName, ProblemName | false][] = [
    ['site', form.site === null && 'siteMissing'],
    ['planId', form.planId === '' && 'planMissing'],
    ['plate', plateAsTyped(form.plate) === '' && 'plateMissing'],
    ['plateState', !isState(form.plateState) && 'stateMissing'],
    ['email', mailProblem(form.email.trim())],
    ['phone', form.phone.trim() === '' ? 'phoneMissing' : !/^\d{10}$/.test(phoneDigits(form.phone)) && 'phoneForm'],
    ['postalCode', postalCodeProblem(form)],
    ['city', form.city.trim() === '' && 'cityMissing'],
    ['state', stateOf(form.state)?.country !== form.country && 'stateMissing'],
  ];
  return Object.fromEntries(rules.filter(([, problem]) => problem !== false));
}

function mailProblem(email: string): ProblemName | false {
  if (email === '') return 'emailMissing';
  return !(isMailAddress(email) && email.length <= 254) && 'emailForm';
}

function postalCodeProblem({ postalCode, country }: SignUpForm): ProblemName | false {
  if (postalCode.trim() === '') return 'postalCodeMissing';
  return !isPostalCodeOf(country, postalCode.trim()) && 'postalCodeForm';
}

type CheckoutBody = Omit<z.input<(typeof startCheckout)['body']>, 'sessionKey'>;

/** The call that opens the payment page, without the session's key. */
export function checkoutBody(form: SignUpForm, lang: Language): CheckoutBody {
  return {
    address: { city: form.city.trim(), state: form.state, country: form.country, postal_code: form.postalCode.trim() },
    email: form.email.trim(),
    plate: form.plate,
    plateState: form.plateState,
    phone: phoneDigits(form.phone),
    ...(form.make && { CarMake: form.make }),
    ...(form.model && { CarModel: form.model }),
    ...(form.color && { CarColor: form.color }),
    PlanId: form.planId,
    mode: 'subscription',
    termsAgreed: true,
    termsVersion: form.agreedTerms,
    site: form.site ?? undefined,
    lang,
    website: form.website,
  };
}

/** Where the contract's fields are on the page. */
const fieldOfPath: Readonly<Record<string, FieldName>> = {
  email: 'email',
  plate: 'plate',
  plateState: 'plateState',
  phone: 'phone',
  PlanId: 'planId',
  site: 'site',
  'address.city': 'city',
  'address.state': 'state',
  'address.country': 'country',
  'address.postal_code': 'postalCode',
  'address.postalCode': 'postalCode',
};

/** Returns the page's problems for those of a refused call. Where our own rules find nothing, the field is just marked. */
export function problemsOfRefusal(form: SignUpForm, refused: readonly { path: string }[]): Problems {
  const own = problemsOf(form);
  const fields = refused.map(({ path }) => fieldOfPath[path.replace(/^body\./, '')]).filter((field) => field !== undefined);
  return Object.fromEntries(fields.map((field) => [field, own[field] ?? 'refused']));
}
