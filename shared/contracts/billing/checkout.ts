import { z } from 'zod';
import { isState } from '@washdesk/rules/codes/states';
import { entryWords, isMailAddress } from '@washdesk/rules/customers/customer-entry';
import { isPostalCodeOf, onlineCountries } from '@washdesk/rules/plans/online-sign-up';
import { endpoint, publicAccess } from '../endpoint.ts';
import { plainText, providerId } from '../values.ts';

const filledIn = (max: number) => plainText(max).min(1, 'must not be empty');

const address = z
  .object({ city: filledIn(80), state: filledIn(40), country: z.enum(onlineCountries), postal_code: filledIn(10) })
  .refine(({ country, postal_code }) => isPostalCodeOf(country, postal_code), { path: ['postal_code'], message: entryWords.postalCode });

/** The public sign-up form (docs/rules/billing.md#online-sign-up). The customer code consists of plate and state. */
const form = z.object({
  address,
  email: filledIn(254).refine(isMailAddress, entryWords.mail),
  plate: plainText(20)
    .transform((text) => text.replaceAll(/[\s-]/g, '').toUpperCase())
    .refine((plate) => /^[A-Z0-9]{1,8}$/.test(plate), 'must be 1 to 8 letters or digits'),
  plateState: plainText(2)
    .transform((text) => text.toUpperCase())
    .refine(isState, 'must be a state or province'),
  /** A cell phone number as typed; ten digits in the result. */
  phone: plainText(30)
    .transform((text) => text.replaceAll(/[\s().+-]/g, '').replace(/^1(?=\d{10}$)/, ''))
    .refine((digits) => /^\d{10}$/.test(digits), 'must be 10 digits'),
  CarMake: plainText(60).optional(),
  CarModel: plainText(60).optional(),
  CarColor: plainText(40).optional(),
  /** The price id; default: the setting `onlinePlan`. */
  PlanId: providerId.optional(),
  mode: z.literal('subscription').optional(),
  termsAgreed: z.literal(true),
});
export type CheckoutForm = z.output<typeof form>;

/**
 * Opens a Stripe payment page. 409 `existing_account`, `plan_not_offered`, `plate_mismatch`; 404 `price_not_found`; 429 if the address
 * sends too many requests. Stripe then redirects the browser to `/online?session_id=…`.
 */
export const startCheckout = endpoint({
  id: 'startCheckout',
  method: 'POST',
  path: '/checkout',
  access: publicAccess,
  summary: 'Start an online sign-up',
  body: form,
  response: z.object({ url: z.url() }),
  idempotency: 'required',
});

const checkoutResult = z.object({
  status: z.enum(['open', 'complete', 'expired']),
  payment_status: z.string(),
  /** Null until the checkout is complete. */
  customer: z.object({ name: z.string().nullable() }).nullable(),
  /** `amount` in cents per month, before tax. */
  plan: z.object({ name: z.string(), amount: z.int() }),
});
export type CheckoutResult = z.infer<typeof checkoutResult>;

/**
 * Returns the outcome of a payment page. The first call after completion writes plate, car, phone and address to the customer. It can be
 * repeated without a key, because the session is the key. 404 `checkout_not_found`.
 */
export const checkoutState = endpoint({
  id: 'checkoutState',
  method: 'GET',
  path: '/checkout/{session_id}',
  access: publicAccess,
  summary: 'The result of an online sign-up',
  params: z.object({ session_id: providerId }),
  response: checkoutResult,
});
