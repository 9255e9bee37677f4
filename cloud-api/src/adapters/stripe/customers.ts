import type { Stripe } from 'stripe';
import type { CustomerFields, PaymentsWriter } from '../../ports/payments.ts';
import { canonical, expandOfObject } from './requests/canonical.ts';
import type { Connections } from './requests/connect.ts';
import { nullIfMissing, withTranslatedErrors } from './requests/errors.ts';
import { idempotencyKeyOf, operationMetadata } from './requests/step-key.ts';

/** Stripe clears a field that is written as an empty string. */
const orCleared = (text: string | null | undefined): string | undefined => (text === null ? '' : text);

function addressOf(address: CustomerFields['address']): Stripe.Emptyable<Stripe.AddressParam> | undefined {
  if (!address) return address === null ? '' : undefined;
  const { line1, city, state, postal_code, country } = address;
  return {
    line1: orCleared(line1),
    city: orCleared(city),
    state: orCleared(state),
    postal_code: orCleared(postal_code),
    country: orCleared(country),
  };
}

const paramsOf = ({ name, email, phone, address, taxExempt, metadata, defaultPaymentMethod }: CustomerFields) => ({
  name: orCleared(name),
  email: orCleared(email),
  phone: orCleared(phone),
  address: addressOf(address),
  tax_exempt: taxExempt,
  metadata,
  invoice_settings: defaultPaymentMethod === undefined ? undefined : { default_payment_method: defaultPaymentMethod },
});

type Customers = Pick<PaymentsWriter, 'createCustomer' | 'updateCustomer' | 'deleteCustomer'>;

export function customers({ interactive: { customers: resource } }: Connections): Customers {
  return {
    createCustomer(step, fields) {
      const params = { ...paramsOf(fields), metadata: operationMetadata(step, fields.metadata), ...expandOfObject('customer') };
      return canonical('customer', resource.create(params, idempotencyKeyOf(step)));
    },

    updateCustomer: (step, id, fields) =>
      canonical('customer', resource.update(id, { ...paramsOf(fields), ...expandOfObject('customer') }, idempotencyKeyOf(step))),

    async deleteCustomer(id) {
      await nullIfMissing(withTranslatedErrors(resource.del(id)));
    },
  };
}
