import { describe, expect, it } from 'vitest';
import { runWithSteps, newRun, runRefusedAt } from './run.fixture.ts';
import { formOf, isFinished, nextStripeStep, openFollowUps, signUpRun } from './run.ts';
import { followUps, stripeSteps } from './steps.ts';

describe('a run', () => {
  it('goes through the operations in their order, then queues the rest side by side', () => {
    let run = newRun();
    for (const step of stripeSteps) {
      expect(nextStripeStep(run)).toBe(step);
      run = runWithSteps(run, [step]);
    }
    expect(nextStripeStep(run)).toBeNull();
    expect(openFollowUps(run)).toEqual(followUps);
    expect(isFinished(run)).toBe(false);
    expect(isFinished(runWithSteps(run, followUps))).toBe(true);
  });

  it('is the same after it was persisted and read again', () => {
    const run = runRefusedAt('subscription');
    expect(signUpRun.parse(JSON.parse(JSON.stringify(run)))).toEqual(run);
  });

  it('keeps the price with tax, unless the customer is exempt', () => {
    expect(newRun().terms.plan).toMatchObject({ price: 2_999, total: 3_261 });
    expect(newRun({ taxExempt: true }).terms.plan).toMatchObject({ price: 2_999, total: 2_999 });
  });

  it('has keys of its own at every press', () => {
    const keys = [newRun(), newRun()].flatMap((run) => Object.values(run.keys));
    expect(new Set(keys).size).toBe(keys.length);
  });
});

it('the form to go on with names the customer who exists by now', () => {
  expect(formOf(runRefusedAt('card'))).toEqual({ ...newRun().form, customer: 'cus_1' });
  expect(formOf(newRun({ customer: 'cus_9' })).customer).toBe('cus_9');
});
