import { z } from 'zod';
import { isState } from '@washdesk/rules/codes/states';
import { entryWords, isMailAddress } from '@washdesk/rules/customers/customer-entry';
import { isPostalCodeOf, onlineCountries } from '@washdesk/rules/plans/online-sign-up';
import { memberLanguages } from '@washdesk/rules/text/languages';
import { endpoint, publicAccess } from '../endpoint.ts';
import { plainText, providerId, siteNumber } from '../values.ts';

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
  /** The version that was shown. */
  termsVersion: plainText(40).optional(),
  /** Where the customer signs up; only the plan decides where it is valid. */
  site: siteNumber.optional(),
  lang: z.enum(memberLanguages).optional(),
  /** From `GET /online/session`. */
  sessionKey: z.string().max(200),
  /** A field that no person sees: a program that fills it in is refused. */
  website: z.string().max(500).optional(),
});
export type CheckoutForm = z.output<typeof form>;

/**
 * Opens a Stripe payment page, which stays open for 40 minutes. Stripe then redirects the browser to `/online?session_id=…`. 404
 * `price_not_found`; 409 `existing_account`, `plan_not_offered`, `plate_mismatch`, `terms_changed` if `termsVersion` is outdated,
 * `checkout_open` if another person's page is open for the plate; 403 `session_expired` without a valid `sessionKey`; 429
 * `too_many_requests` and, after many declined cards, `too_many_declines`, both with `retryAfterSeconds`.
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
  /** Null until the checkout is complete. Its name is null one hour later, as the plate is. */
  customer: z.object({ name: z.string().nullable() }).nullable(),
  /** Cents per month: `amount` before tax, `total` with today's tax. */
  plan: z.object({ name: z.string(), amount: z.int(), total: z.int() }),
  /** Cents, with tax; null until it is paid. */
  paid: z.int().nullable(),
  site: z.object({ number: z.int(), name: z.string() }),
  /** With its state; null one hour after the page has ended. */
  plate: z.string().nullable(),
  /** Whether the lanes know the plate: the customer can drive up. */
  admitted: z.boolean(),
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
