import { describe, expect, it } from 'vitest';
import { PaymentsRefused } from '../ports/payments.ts';
import { providerFailure } from './provider-failures.ts';

const refused = (message: string, param: string | null = null, status = 400) =>
  providerFailure(new PaymentsRefused(message, { status, code: null, param }, undefined));

describe('what Stripe refuses', () => {
  it.each(['No such price', "No such price: 'price_1'"])('comes with words around %s', (reason) => {
    expect(refused(reason)).toMatchObject({
      status: 400,
      code: 'stripe_refused',
      message: `Stripe rejected this: ${reason}`,
    });
  });

  it.each(['', '  '])('has a sentence where Stripe has none: %j', (reason) => {
    expect(refused(reason, null, 404)).toMatchObject({ status: 404, message: 'Stripe rejected this without a reason' });
  });

  it.each(['proration_date', 'billing_cycle_anchor', 'backdate_start_date', 'trial_end', 'subscription_details[billing_cycle_anchor]'])(
    'for the time of a preview in %s is an outdated preview',
    (param) => {
      expect(refused('must be in the future', param)).toMatchObject({
        status: 409,
        code: 'preview_outdated',
        message: 'The amount due has changed. Check it again',
      });
    },
  );

  it('for the time of a schedule is no preview', () => {
    expect(refused('must be in the future', 'phases[1][start_date]')).toMatchObject({ code: 'stripe_refused' });
  });
});
