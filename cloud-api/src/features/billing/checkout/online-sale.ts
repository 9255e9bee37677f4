import type { CheckoutForm } from '@washdesk/contracts/billing/checkout';
import { defaultCarColor, defaultCarMake } from '@washdesk/rules/customers/customer-entry';
import { customerKeys, subscriptionKeys } from '@washdesk/rules/company/metadata-keys';
import type { OfferedPlan } from '@washdesk/rules/plans/offered-plan';
import { onlineTerminal } from '@washdesk/rules/plans/online-sign-up';
import { formatPlate } from '@washdesk/rules/codes/plates';
import type { ProviderCustomer } from '../../../db/provider-objects.ts';
import type { CustomerFields } from '../../../ports/payments.ts';

/** A sign-up as it was asked for: what the payment page sells, and what its customer is given once it is paid. */
export interface OnlineSale {
  email: string;
  /** `amount` in cents a month. */
  plan: { price: string; name: string; amount: number; site: number };
  taxRates: string[];
  subscriptionMetadata: Record<string, string>;
  customer: { phone: string; address: CheckoutForm['address']; metadata: Record<string, string> };
  successUrl: string;
  cancelUrl: string;
}

const noPromo = '-1';

/** @param termsAgreed epoch seconds */
export const subscriptionMetadata = ({ duration }: OfferedPlan, site: number, termsAgreed: number): Record<string, string> => ({
  [subscriptionKeys.incomplete]: 'true',
  [subscriptionKeys.termsAgreed]: String(termsAgreed),
  [subscriptionKeys.terminal]: onlineTerminal,
  [subscriptionKeys.promo]: noPromo,
  [subscriptionKeys.site]: String(site),
  [subscriptionKeys.planDuration]: String(duration),
});

export const customerMetadata = (
  { plate, plateState, CarMake, CarModel, CarColor }: CheckoutForm,
  site: number,
): Record<string, string> => ({
  [customerKeys.createdOnline]: 'true',
  [customerKeys.plate]: formatPlate(plate, plateState),
  [customerKeys.carMake]: CarMake || defaultCarMake,
  [customerKeys.carColor]: CarColor || defaultCarColor,
  ...(CarModel && { [customerKeys.carModel]: CarModel }),
  [customerKeys.site]: String(site),
});

/** What the page's customer still lacks. A cashier may have been faster: what they wrote stays. */
export function lackingFields(present: ProviderCustomer, wanted: OnlineSale['customer']): CustomerFields {
  const lacking = Object.entries(wanted.metadata).filter(([key]) => !present.metadata?.[key]);
  return {
    metadata: Object.fromEntries(lacking),
    ...(!present.phone && { phone: wanted.phone }),
    ...(!present.address?.city && { address: wanted.address }),
  };
}
