import { describe, expect, it } from 'vitest';
import { previewSignUp } from '@washdesk/contracts/billing/plans/subscription-preview';
import { emptySignUp } from '../../sign-up-form.ts';
import { previewBody } from './preview-body.ts';

const plan = { PlanId: 'price_1', allow_prorate: true };

describe('what the amount due is asked for with', () => {
  it('is what the contract takes', () => {
    const body = previewBody({ ...emptySignUp, site: 27, doNotProrate: true, taxExempt: true }, plan, null);
    expect(previewSignUp.body.parse(body)).toEqual({
      PlanId: 'price_1',
      FreeForMonth: false,
      DoNotProrate: true,
      ChargeForLastMonth: false,
      TaxExempt: true,
      SITENUMBER: 27,
      Promo: -1,
    });
  });

  it('has the choices of the plan, not what was ticked', () => {
    const body = previewBody({ ...emptySignUp, freeForMonth: true }, { ...plan, allow_prorate: false }, null);
    expect(body).toMatchObject({ FreeForMonth: false, DoNotProrate: true });
  });

  it('names the customer, unless the plate is about to become another one', () => {
    const form = { ...emptySignUp, customer: 'cus_1', plate: 'ABC123-IL' };
    expect(previewBody(form, plan, 'ABC123-IL').stripeCustomer).toBe('cus_1');
    expect(previewBody(form, plan, 'ABC123-HI')).not.toHaveProperty('stripeCustomer');
  });
});
