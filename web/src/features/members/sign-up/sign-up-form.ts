import { z } from 'zod';
import { defaultCarColor } from '@washdesk/rules/customers/customer-entry';
import { capturedCard } from '../../../domain/card-capture/captured-card.ts';

/** One of the customer's stored cards, by the API's reference. */
const storedCard = capturedCard.omit({ setupIntent: true }).extend({ storedCard: z.string() });

/** The card that pays for the plan: just collected or stored before. */
const signUpCard = z.union([capturedCard, storedCard]);
export type SignUpCard = z.infer<typeof signUpCard>;

/** The value for no promotion. */
export const noPromo = -1;

/** The form's values, stored over a reload. Texts are as typed, codes in upper case. */
export const signUpForm = z.object({
  /** Stripe's id of an existing customer; null for a new one. */
  customer: z.string().nullable(),
  plate: z.string(),
  tag: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  zip: z.string(),
  city: z.string(),
  state: z.string(),
  country: z.enum(['US', 'CA']),
  email: z.string(),
  /** The customer has no email address; other systems get the placeholder. */
  noEmail: z.boolean(),
  cellPhone: z.string(),
  theCardNumber: z.string(),
  make: z.string(),
  model: z.string(),
  color: z.string(),
  isTruck: z.boolean(),
  isCommercial: z.boolean(),
  isBusinessSelect: z.boolean(),
  taxExempt: z.boolean(),
  /** The price's id. */
  plan: z.string().nullable(),
  freeForMonth: z.boolean(),
  doNotProrate: z.boolean(),
  chargeForLastMonth: z.boolean(),
  promo: z.int(),
  /** Another site than the session's, by its mapped number; from SalesManager. */
  site: z.int().nullable(),
  card: signUpCard.nullable(),
});
export type SignUpForm = z.infer<typeof signUpForm>;

export const emptySignUp: SignUpForm = {
  customer: null,
  plate: '',
  tag: '',
  firstName: '',
  lastName: '',
  zip: '',
  city: '',
  state: '',
  country: 'US',
  email: '',
  noEmail: false,
  cellPhone: '',
  theCardNumber: '',
  make: '',
  model: '',
  color: defaultCarColor,
  isTruck: false,
  isCommercial: false,
  isBusinessSelect: false,
  taxExempt: false,
  plan: null,
  freeForMonth: false,
  doNotProrate: false,
  chargeForLastMonth: false,
  promo: noPromo,
  site: null,
  card: null,
};
