import { expect, it } from 'vitest';
import { chargedFor } from './live-customer.ts';

const customer = { id: 'cus_1', invoice_settings: { default_payment_method: 'pm_customer' }, default_source: 'card_customer' };
const noMethod = { ...customer, invoice_settings: { default_payment_method: null } };

it.each([
  ['pm_plan', { default_payment_method: 'pm_plan', default_source: 'card_plan' }, customer],
  ['card_plan', { default_payment_method: null, default_source: 'card_plan' }, customer],
  ['pm_customer', { default_payment_method: null, default_source: null }, customer],
  ['card_customer', {}, noMethod],
  [null, {}, { id: 'cus_1' }],
])('Stripe charges %s', (charged, subscription, of) => {
  expect(chargedFor(subscription, of)).toBe(charged);
});
