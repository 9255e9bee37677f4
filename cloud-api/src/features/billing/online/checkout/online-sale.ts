import { z } from 'zod';
import type { CheckoutForm } from '@washdesk/contracts/billing/checkout';
import { formatPlate } from '@washdesk/rules/codes/plates';
import { customerKeys, subscriptionKeys } from '@washdesk/rules/company/metadata-keys';
import { defaultCarColor, defaultCarMake } from '@washdesk/rules/customers/customer-entry';
import type { OfferedPlan } from '@washdesk/rules/plans/offered-plan';
import { onlineCountries, onlineTerminal } from '@washdesk/rules/plans/online-sign-up';
import { memberLanguages } from '@washdesk/rules/text/languages';
import type { ProviderCustomer } from '../../../../common/provider-objects.ts';
import type { CustomerFields } from '../../../../ports/payments.ts';

/** The form without the key that the route has checked. */
export type SignUpForm = Omit<CheckoutForm, 'sessionKey'>;

/** Kind of the operation with an `OnlineSale` as its facts. */
export const startCheckoutKind = 'checkout.start';

/** An online sign-up as requested: the plan that the payment page sells, and the customer data written after payment. */
export const onlineSale = z.object({
  email: z.string(),
  /** `amount` in cents per month. */
  plan: z.object({ price: z.string(), name: z.string(), amount: z.number(), site: z.number() }),
  taxRates: z.array(z.string()),
  subscriptionMetadata: z.record(z.string(), z.string()),
  customer: z.object({
    phone: z.string(),
    address: z.object({ city: z.string(), state: z.string(), country: z.enum(onlineCountries), postal_code: z.string() }),
    metadata: z.record(z.string(), z.string()),
  }),
  /** The accepted terms: version, epoch seconds, and the address of the browser. Missing in operations of earlier releases. */
  terms: z.object({ version: z.string(), at: z.number(), address: z.string() }).optional(),
  /** The page and the pages that it replaces. Missing in operations of earlier releases. */
  page: z
    .object({
      plate: z.string(),
      browser: z.string().nullable(),
      network: z.string(),
      /** Epoch seconds. */
      expires: z.number(),
      replaces: z.array(z.object({ operation: z.string(), session: z.string().nullable() })),
    })
    .optional(),
  /** The language of the sign-up. Missing in operations of earlier releases. */
  lang: z.enum(memberLanguages).optional(),
  successUrl: z.string(),
  cancelUrl: z.string(),
});
export type OnlineSale = z.infer<typeof onlineSale>;

const noPromo = '-1';

export const subscriptionMetadata = (
  { onlineDuration }: OfferedPlan,
  site: number,
  terms: NonNullable<OnlineSale['terms']>,
): Record<string, string> => ({
  [subscriptionKeys.incomplete]: 'true',
  [subscriptionKeys.termsAgreed]: String(terms.at),
  [subscriptionKeys.termsVersion]: terms.version,
  [subscriptionKeys.terminal]: onlineTerminal,
  [subscriptionKeys.promo]: noPromo,
  [subscriptionKeys.site]: String(site),
  [subscriptionKeys.planDuration]: String(onlineDuration),
});

export const customerMetadata = (
  { plate, plateState, CarMake, CarModel, CarColor, lang }: SignUpForm,
  site: number,
): Record<string, string> => ({
  [customerKeys.createdOnline]: 'true',
  [customerKeys.badEmail]: 'false',
  [customerKeys.plate]: formatPlate(plate, plateState),
  [customerKeys.carMake]: CarMake || defaultCarMake,
  [customerKeys.carColor]: CarColor || defaultCarColor,
  ...(CarModel && { [customerKeys.carModel]: CarModel }),
  [customerKeys.site]: String(site),
  ...(lang && { [customerKeys.lang]: lang }),
});

/**
 * Returns the fields that the payment page's customer still lacks. Values a cashier has written meanwhile stay.
 * @param entered the e-mail address of the payment page; the form's replaces another one, which no limit or search has checked
 */
export function lackingFields(present: ProviderCustomer, { email, customer: wanted }: OnlineSale, entered: string | null): CustomerFields {
  const lacking = Object.entries(wanted.metadata).filter(([key]) => !present.metadata?.[key]);
  const isOfPage = present.email === null || present.email === entered;
  return {
    metadata: Object.fromEntries(lacking),
    ...(isOfPage && present.email?.toLowerCase() !== email.toLowerCase() && { email }),
    ...(!present.phone && { phone: wanted.phone }),
    ...(!present.address?.city && { address: wanted.address }),
  };
}
