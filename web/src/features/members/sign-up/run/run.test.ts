import { describe, expect, it } from 'vitest';
import { done } from './follow-up-results.ts';
import { subscriptionPayload } from './payloads.ts';
import { again, formOf, isFinished, nextStripeStep, openFollowUps, signUpRun, withCard, type SignUpRunState } from './run.ts';
import { stripeSteps, followUps } from './steps.ts';
import { pressed } from './test-run.ts';

const refusedAt = (step: 'customer' | 'card' | 'subscription'): SignUpRunState => ({
  ...pressed(),
  customer: 'cus_1',
  ends: Object.fromEntries(stripeSteps.slice(0, stripeSteps.indexOf(step)).map((one) => [one, done()])),
  refusal: { step, code: 'any', message: 'words', requestId: '' },
});
const newCard = { setupIntent: 'seti_2', brand: 'mastercard', last4: '4444', fingerprint: 'f2' };

describe('a run', () => {
  it('goes through the operations in their order, then owes the rest side by side', () => {
    let run = pressed();
    for (const step of stripeSteps) {
      expect(nextStripeStep(run)).toBe(step);
      run = { ...run, ends: { ...run.ends, [step]: done() } };
    }
    expect(nextStripeStep(run)).toBeNull();
    expect(openFollowUps(run)).toEqual(followUps);
    expect(isFinished(run)).toBe(false);
    run = { ...run, ends: { ...run.ends, ...Object.fromEntries(followUps.map((step) => [step, done()])) } };
    expect(isFinished(run)).toBe(true);
  });

  it('is the same after it was kept and read again', () => {
    const run = refusedAt('subscription');
    expect(signUpRun.parse(JSON.parse(JSON.stringify(run)))).toEqual(run);
  });

  it('of the previous release is read with its queued steps', () => {
    const ends = { welcome: { kind: 'owed', words: 'The cloud goes on with it' } };
    const queued = { welcome: { kind: 'queued', words: 'The cloud goes on with it' } };
    expect(signUpRun.parse({ ...pressed(), ends })).toEqual({ ...pressed(), keys: expect.any(Object) as object, ends: queued });
  });

  it('has keys of its own at every press', () => {
    const keys = [pressed(), pressed()].flatMap((run) => Object.values(run.keys));
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe('another card', () => {
  it('is a new operation for the same customer, and a new payment', () => {
    const refused = refusedAt('subscription');
    const run = withCard({ ...refused, paymentMethod: 'pm_1' }, newCard);
    expect(run).toMatchObject({ customer: 'cus_1', paymentMethod: null, refusal: null, form: { card: newCard, firstName: 'Ada' } });
    expect(nextStripeStep(run)).toBe('card');
    expect(run.keys.card).not.toBe(refused.keys.card);
    expect(run.keys.subscription).not.toBe(refused.keys.subscription);
    expect(run.keys.customer).toBe(refused.keys.customer);
  });
});

describe('trying again', () => {
  it.each(stripeSteps)('gives the refused operation %s a new key, and no other', (step) => {
    const refused = refusedAt(step);
    const run = again(refused);
    expect(run.refusal).toBeNull();
    const renewed = Object.entries(run.keys).filter(([name, key]) => refused.keys[name as keyof typeof refused.keys] !== key);
    expect(renewed.map(([name]) => name)).toEqual([step]);
  });

  it('of a run that was not refused changes nothing: a second press is no second operation', () => {
    const run = pressed();
    expect(again(run)).toBe(run);
  });
});

it('the form to go on with names the customer who exists by now', () => {
  expect(formOf(refusedAt('card'))).toEqual({ ...pressed().form, customer: 'cus_1' });
  expect(formOf(pressed({ customer: 'cus_9' })).customer).toBe('cus_9');
});

describe('the signup payload', () => {
  it('names what was agreed to: the price in dollars, the second of the preview, the register’s sale', () => {
    const run = { ...pressed({ promo: 4, doNotProrate: true, site: 27 }, '7001'), customer: 'cus_1', paymentMethod: 'pm_1' };
    expect(subscriptionPayload(run)).toEqual({
      stripeCustomer: 'cus_1',
      PaymentMethodId: 'pm_1',
      PlanId: 'price_super_kiss',
      PlanPrice: 29.99,
      Promo: 4,
      FreeForMonth: false,
      DoNotProrate: true,
      from: 1_795_000_000,
      SaleId: '7001',
      SITENUMBER: 27,
    });
  });
});
