import type { z } from 'zod';
import type { attachPaymentMethod } from '@washdesk/contracts/billing/payment-method';
import type { createSubscription } from '@washdesk/contracts/billing/plans/subscription';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import type { createCustomer, saveCustomer } from '@washdesk/contracts/members/customer-edit';
import type { RequestOutcome } from '../../../../lib/idempotent-requests/retry-idempotent.ts';
import type { SignUpForm } from '../sign-up-form.ts';
import type { SignUpRunState } from './run.ts';
import type { StripeStepName } from './steps.ts';

/** A call of the steps at Stripe; it can be repeated because its key and body come from the persisted run. */
export type StripeRequest =
  | { name: 'createCustomer'; step: 'customer'; call: { body: z.input<typeof createCustomer.body>; idempotencyKey: string } }
  | { name: 'readCustomer'; step: 'customer'; call: { params: { id: string }; query: { noCache: 'true' } } }
  | {
      name: 'saveCustomer';
      step: 'customer';
      call: { params: { id: string }; body: z.input<typeof saveCustomer.body>; idempotencyKey: string };
    }
  | { name: 'attachCard'; step: 'card'; call: { body: z.input<typeof attachPaymentMethod.body>; idempotencyKey: string } }
  | { name: 'startSubscription'; step: 'subscription'; call: { body: z.input<typeof createSubscription.body>; idempotencyKey: string } };

/** The outcome of a call. */
export type StripeAnswer =
  | { name: 'readCustomer'; step: 'customer'; outcome: RequestOutcome<CustomerDetail> }
  | { name: 'createCustomer' | 'saveCustomer'; step: 'customer'; outcome: RequestOutcome<{ id: string }> }
  | { name: 'attachCard'; step: 'card'; outcome: RequestOutcome<{ id: string }> }
  | { name: 'startSubscription'; step: 'subscription'; outcome: RequestOutcome<{ id: string }> };

/** Returns the call that starts or resumes a step. */
export function stripeRequest(run: SignUpRunState, step: StripeStepName): StripeRequest {
  const { form, keys, edits } = run;
  if (step === 'subscription') {
    return { name: 'startSubscription', step, call: { body: subscriptionPayload(run), idempotencyKey: keys.subscription } };
  }
  if (step === 'card') {
    const setupIntent = form.card && 'setupIntent' in form.card ? form.card.setupIntent : '';
    const body = { setupIntent, ...(run.customer !== null && { customer: run.customer }) };
    return { name: 'attachCard', step, call: { body, idempotencyKey: keys.card } };
  }
  const id = form.customer;
  if (id === null) return { name: 'createCustomer', step, call: { body: customerPayload(form), idempotencyKey: keys.customer } };
  if (edits === null) return { name: 'readCustomer', step, call: { params: { id }, query: { noCache: 'true' } } };
  return { name: 'saveCustomer', step, call: { params: { id }, body: edits, idempotencyKey: keys.customer } };
}

/** Returns the part of the sign-up payload that creates a customer. Employee and terminal come from the session. */
export function customerPayload(form: SignUpForm): z.input<typeof createCustomer.body> {
  return {
    FirstName: form.firstName,
    LastName: form.lastName,
    Email: form.email,
    CellPhone: form.cellPhone,
    Zipcode: form.zip,
    City: form.city,
    State: form.state,
    Country: form.country,
    CustomerCode: form.plate,
    SecondaryCode: form.tag,
    TheCardNumber: form.theCardNumber,
    CarMake: form.make,
    CarModel: form.model,
    CarColor: form.color,
    isTruck: form.isTruck,
    isCommercial: form.isCommercial,
    isBusinessSelect: form.isBusinessSelect,
    taxExempt: form.taxExempt,
    ...(form.site !== null && { SITENUMBER: form.site }),
  };
}

const centsPerDollar = 100;

/** Returns the part of the sign-up payload that starts the plan, at the shown price and from the previewed second. */
export function subscriptionPayload({ form, terms, customer, paymentMethod }: SignUpRunState): z.input<typeof createSubscription.body> {
  return {
    PlanId: terms.plan.id,
    PlanPrice: terms.plan.price / centsPerDollar,
    Promo: form.promo,
    FreeForMonth: form.freeForMonth,
    DoNotProrate: form.doNotProrate,
    ChargeForLastMonth: form.chargeForLastMonth,
    from: terms.from,
    ...(customer !== null && { stripeCustomer: customer }),
    ...(paymentMethod !== null && { PaymentMethodId: paymentMethod }),
    ...(terms.saleid !== null && { SaleId: terms.saleid }),
    ...(form.site !== null && { SITENUMBER: form.site }),
  };
}
