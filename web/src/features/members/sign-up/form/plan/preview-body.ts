import type { z } from 'zod';
import type { previewSignUp } from '@washdesk/contracts/billing/plans/subscription-preview';
import { choicesFor, type ProratedPlan } from '../../../../../domain/start-choices/start-choices.ts';
import type { SignUpForm } from '../../sign-up-form.ts';

type PreviewBody = z.input<typeof previewSignUp.body>;

/** Returns the request for the amount due. */
export function previewBody(form: SignUpForm, plan: ProratedPlan & { PlanId: string }, storedPlate: string | null): PreviewBody {
  const { freeForMonth, doNotProrate, chargeForLastMonth } = choicesFor(form, plan);
  return {
    PlanId: plan.PlanId,
    FreeForMonth: freeForMonth,
    DoNotProrate: doNotProrate,
    ChargeForLastMonth: chargeForLastMonth,
    Promo: form.promo,
    TaxExempt: form.taxExempt,
    ...(form.site !== null && { SITENUMBER: form.site }),
    // The plan would be checked against a stored plate that is about to change, so the amount is requested without the customer.
    ...(form.customer !== null && storedPlate === form.plate && { stripeCustomer: form.customer }),
  };
}
