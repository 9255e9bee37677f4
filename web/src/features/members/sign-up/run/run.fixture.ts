import type { Plan } from '@washdesk/contracts/billing/plans/subscription';
import { aCustomer } from '../../../../testing/customer.ts';
import { emptySignUp, type SignUpForm } from '../sign-up-form.ts';
import { done } from './follow-ups/follow-up-results.ts';
import { beginRun, type SignUpRunState } from './run.ts';
import { stripeSteps, type StepName, type StripeStepName } from './steps.ts';

export const filledForm: SignUpForm = {
  ...emptySignUp,
  plate: 'ADA123-IL',
  tag: '12345+678901',
  firstName: 'Ada',
  lastName: 'Moore',
  zip: '60431',
  city: 'Joliet',
  state: 'IL',
  email: 'ada@example.com',
  cellPhone: '(815) 555-0100',
  make: 'HONDA',
  model: 'CIVIC',
  plan: 'price_super_kiss',
  card: { setupIntent: 'seti_1', brand: 'visa', last4: '4242', fingerprint: 'f1' },
};

const superKiss: Plan = {
  PlanId: 'price_super_kiss',
  PlanName: 'Super Kiss',
  PlanPrice: 2_999,
  PlanTotal: 3_261,
  ProductId: 'prod_1',
  ProductName: 'Super Kiss',
  ProductClass: 'Super Kiss',
  ClubCode: 'B',
  PlanDuration: 6,
  allow_prorate: true,
  availableonline: 0,
  currentprice: true,
  nextprice: false,
  isNextPrice: false,
};

/** Returns a run for a new customer. */
export function newRun(form: Partial<SignUpForm> = {}, saleid: string | null = null): SignUpRunState {
  return beginRun({ ...filledForm, ...form }, { plan: superKiss, from: 1_795_000_000, dueToday: 1_026, saleid });
}

/** Returns the run with these steps done. */
export function runWithSteps(run: SignUpRunState, steps: readonly StepName[]): SignUpRunState {
  return { ...run, ends: { ...run.ends, ...Object.fromEntries(steps.map((step) => [step, done()])) } };
}

/** Returns a run stopped by a rejection of this step. */
export function runRefusedAt(step: StripeStepName): SignUpRunState {
  const before = runWithSteps({ ...newRun(), customer: 'cus_1' }, stripeSteps.slice(0, stripeSteps.indexOf(step)));
  return { ...before, refusal: { step, code: 'any', message: 'words', requestId: '' } };
}

/** The same person as an existing customer without a subscription. */
export const existingCustomer = aCustomer({
  id: 'cus_known',
  name: 'Moore, Ada',
  firstName: 'Ada',
  lastName: 'Moore',
  email: 'ada@example.com',
  phone: '+18155550100',
  created: 1_790_000_000,
  address: { line1: '1 Main St', city: 'Joliet', state: 'IL', postal_code: '60431', country: 'US' },
  metadata: {
    CustomerCode: 'ADA123-IL',
    SecondaryCode: '12345+678901',
    CarMake: 'HONDA',
    CarModel: 'CIVIC',
    CarColor: 'White',
    site: '12',
  },
});
