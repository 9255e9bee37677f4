import type { PaymentMethod } from '@washdesk/contracts/billing/payment-method';
import type { ProviderCard } from '../../../common/provider-objects.ts';

export function paymentMethodView(method: ProviderCard, isDefault: boolean): PaymentMethod {
  const { brand = null, last4 = null, exp_month = null, exp_year = null, fingerprint = null, checks = null } = method.card ?? {};
  return {
    id: method.id,
    type: method.type,
    created: method.created ?? null,
    customer: method.customer ?? null,
    billing_details: { name: method.billing_details?.name ?? null },
    details: {
      brand,
      last4,
      exp_month,
      exp_year,
      fingerprint,
      email: method.link?.email ?? method.billing_details?.email ?? null,
      checks: checks && { address_postal_code_check: checks.address_postal_code_check, cvc_check: checks.cvc_check },
    },
    default: isDefault,
  };
}

/** A card's fields allowed in an audit row. */
export const cardInAudit = ({ id, card, type }: ProviderCard) => ({
  paymentMethod: id,
  type,
  brand: card?.brand ?? null,
  last4: card?.last4 ?? null,
});
