import { describe, expect, it } from 'vitest';
import { startCheckout } from '@washdesk/contracts/billing/checkout';
import {
  checkoutBody,
  countryOfPostalCode,
  emptyForm,
  problemsOf,
  problemsOfRefusal,
  withPostalCode,
  type FieldName,
  type SignUpForm,
} from './sign-up-form.ts';

const good: SignUpForm = {
  ...emptyForm,
  site: 12,
  planId: 'price_1',
  plate: 'ONLINE1',
  plateState: 'IL',
  color: 'White',
  email: 'zoe@example.com',
  phone: '(815) 555-0100',
  postalCode: '60435',
  city: 'Joliet',
  state: 'IL',
  agreedTerms: '2026-12',
};

const sent = (form: SignUpForm, lang: 'en' | 'es') => ({ ...checkoutBody(form, lang), sessionKey: 'session-1' });

describe('a form', () => {
  it('without a problem is one that the server takes', () => {
    expect(problemsOf(good)).toEqual({});
    expect(startCheckout.body.parse(sent(good, 'es'))).toMatchObject({ phone: '8155550100', lang: 'es', termsVersion: '2026-12' });
  });

  it.each<[FieldName, string, string]>([
    ['plate', '', 'plateMissing'],
    ['plateState', '', 'stateMissing'],
    ['plateState', 'ZZ', 'stateMissing'],
    ['email', ' ', 'emailMissing'],
    ['email', 'zoe@example', 'emailForm'],
    ['email', 'zoe example.com', 'emailForm'],
    ['phone', '', 'phoneMissing'],
    ['phone', '815555010', 'phoneForm'],
    ['phone', '81555501000', 'phoneForm'],
    ['phone', '+49 170 1234567', 'phoneForm'],
    ['postalCode', '', 'postalCodeMissing'],
    ['postalCode', '6043', 'postalCodeForm'],
    ['postalCode', 'K1A 0B1', 'postalCodeForm'],
    ['city', ' ', 'cityMissing'],
    ['state', '', 'stateMissing'],
  ])('with %s "%s" has the problem %s, and the server refuses it too', (field, value, problem) => {
    const form = { ...good, [field]: value };
    expect(problemsOf(form)).toEqual({ [field]: problem });
    expect(startCheckout.body.safeParse(sent(form, 'en')).success).toBe(false);
  });

  it.each([
    ['(815) 555-0100', '60435', 'US', 'IL'],
    ['1 815 555 0100', '60435', 'US', 'IL'],
    ['8155550100', 'K1A 0B1', 'CA', 'ON'],
    ['815.555.0100', 'K1A0B1', 'CA', 'ON'],
  ] as const)('with phone %s and code %s is good in both', (phone, postalCode, country, state) => {
    const form = { ...good, phone, postalCode, country, state };
    expect(problemsOf(form)).toEqual({});
    expect(startCheckout.body.safeParse(sent(form, 'en')).success).toBe(true);
  });

  it('has a site and a plan', () => {
    expect(problemsOf({ ...good, site: null, planId: '' })).toEqual({ site: 'siteMissing', planId: 'planMissing' });
  });

  it('needs a state of its country', () => {
    expect(problemsOf({ ...good, country: 'CA', postalCode: 'K1A 0B1' })).toEqual({ state: 'stateMissing' });
  });
});

describe('a postal code', () => {
  it('tells its country once it is whole', () => {
    expect(['60435', '6043', 'k1a 0b1', 'K1A-0B1', 'K1A'].map(countryOfPostalCode)).toEqual(['US', null, 'CA', 'CA', null]);
  });

  it('of Canada sets the country and clears city and state', () => {
    expect(withPostalCode(good, 'k1a 0b1')).toMatchObject({ postalCode: 'K1A 0B1', country: 'CA', city: '', state: '' });
    const canadian = { ...good, country: 'CA', postalCode: 'K1A 0B', city: 'Ottawa', state: 'ON' } as const;
    expect({ ...canadian, ...withPostalCode(canadian, 'K1A 0B1') }).toMatchObject({ city: 'Ottawa', state: 'ON' });
  });
});

it('a refusal marks the fields that the server names', () => {
  expect(problemsOfRefusal({ ...good, phone: '815' }, [{ path: 'body.phone' }, { path: 'address.city' }, { path: 'body' }])).toEqual({
    phone: 'phoneForm',
    city: 'refused',
  });
});
