import type { createCustomer } from '@washdesk/contracts/members/customer-edit';
import type { createSubscription } from '@washdesk/contracts/billing/subscription';
import type { z } from 'zod';
import type { SignUpForm } from '../sign-up-form.ts';
import type { SignUpRunState } from './run.ts';

/** Of the signup payload (front-desk section 3) what makes a customer. Employee and terminal are the session's. */
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

/** What starts the plan: the price that was shown, from the second that was previewed. */
export function subscriptionPayload({ form, terms, customer, paymentMethod }: SignUpRunState): z.input<typeof createSubscription.body> {
  return {
    PlanId: terms.plan.id,
    PlanPrice: terms.plan.price / centsPerDollar,
    Promo: form.promo,
    FreeForMonth: form.freeForMonth,
    DoNotProrate: form.doNotProrate,
    from: terms.from,
    ...(customer !== null && { stripeCustomer: customer }),
    ...(paymentMethod !== null && { PaymentMethodId: paymentMethod }),
    ...(terms.saleid !== null && { SaleId: terms.saleid }),
    ...(form.site !== null && { SITENUMBER: form.site }),
  };
}
