import { v4 as uuid } from 'uuid';
import { z } from 'zod';
import type { Plan } from '@washdesk/contracts/billing/plans/subscription';
import { signUpForm, type SignUpForm } from '../sign-up-form.ts';
import { customerEdits } from './customer-edits.ts';
import { stripeSteps, followUps, stepNames, type StripeStepName, type FollowUpName } from './steps.ts';

/** The outcome of a step, with the text in its row. */
const stepResult = z.object({
  /** queued: the cloud runs it later. notPossible: the step lacks a requirement. */
  kind: z.enum(['done', 'queued', 'notPossible', 'couldNot']),
  words: z.string().nullable(),
});
export type StepResult = z.infer<typeof stepResult>;

/** Why the sign-up stopped: the API's rejection of a step. */
const refusal = z.object({
  step: z.enum(stripeSteps),
  code: z.string(),
  message: z.string(),
  requestId: z.string(),
  problems: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  details: z.record(z.string(), z.unknown()).optional(),
});
export type Refusal = z.infer<typeof refusal>;

/** What the customer agreed to, as shown. Amounts in cents; `total` is the price with tax, missing in a run of an earlier release. */
const terms = z.object({
  plan: z.object({ id: z.string(), name: z.string(), price: z.int(), total: z.int().optional() }),
  /** The preview's `from`: the plan starts and is billed from this second. */
  from: z.int(),
  dueToday: z.int(),
  /** The sale of the register that opened this window. */
  saleid: z.string().nullable(),
});
export type SignUpTerms = z.infer<typeof terms>;

const key = z.string();

/**
 * A sign-up in progress, persisted until it is confirmed: after a reload it resumes at the first open step. It contains its original form,
 * so that a call repeated under its key has the same body.
 */
export const signUpRun = z.object({
  form: signUpForm,
  terms,
  keys: z.object({ customer: key, card: key, subscription: key, welcome: key, paper: key }),
  /** Stripe's ids of the objects created so far. */
  customer: z.string().nullable(),
  paymentMethod: z.string().nullable(),
  subscription: z.string().nullable(),
  /** The changes to an existing customer; null until the customer was read. */
  edits: customerEdits.nullable(),
  ends: z.partialRecord(z.enum(stepNames), stepResult),
  refusal: refusal.nullable(),
  /** The unpaid invoice of the previous attempt, which the next attempt pays. */
  openInvoice: z.string().nullable(),
});
export type SignUpRunState = z.infer<typeof signUpRun>;

/** Returns the run for a press of Sign Up. */
export function beginRun(form: SignUpForm, { plan, ...agreed }: Omit<SignUpTerms, 'plan'> & { plan: Plan }): SignUpRunState {
  return {
    form,
    terms: {
      ...agreed,
      plan: {
        id: plan.PlanId,
        name: plan.PlanName,
        price: plan.PlanPrice,
        total: form.taxExempt ? plan.PlanPrice : plan.PlanTotal,
      },
    },
    keys: { customer: uuid(), card: uuid(), subscription: uuid(), welcome: uuid(), paper: uuid() },
    customer: null,
    paymentMethod: null,
    subscription: null,
    edits: null,
    ends: {},
    refusal: null,
    openInvoice: null,
  };
}

/** Returns the next step at Stripe; null when the plan runs. */
export function nextStripeStep({ ends }: SignUpRunState): StripeStepName | null {
  return stripeSteps.find((step) => !ends[step]) ?? null;
}

export function openFollowUps({ ends }: SignUpRunState): FollowUpName[] {
  return followUps.filter((step) => !ends[step]);
}

/** Whether only the confirmation is left. */
export const isFinished = (run: SignUpRunState): boolean => nextStripeStep(run) === null && openFollowUps(run).length === 0;

/** The API's error codes for a card that cannot pay. */
const cardRefusals: readonly string[] = [
  'payment_failed',
  'card_declined',
  'card_not_ready',
  'card_not_reusable',
  'not_their_card',
  'setup_intent_not_found',
];

/**
 * Returns the form for a manual correction. It names the customer if one was created, so that no second one is, and omits a rejected card.
 */
export function formOf({ form, customer, refusal: refused }: SignUpRunState): SignUpForm {
  const card = refused && cardRefusals.includes(refused.code) ? null : form.card;
  return { ...form, card, customer: customer ?? form.customer };
}
