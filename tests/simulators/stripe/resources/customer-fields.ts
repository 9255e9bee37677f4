import type { Customer, Shipping } from '../objects/customer.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { missingParameter, noSuchReference, StripeFault } from '../wire/errors.ts';
import { addressFrom, textOrNull } from '../wire/fields.ts';
import type { Input } from '../wire/input.ts';
import { mergedMetadata } from '../wire/metadata.ts';

/** The writable fields of a customer. */
export const customerFields = [
  'address',
  'balance',
  'description',
  'email',
  'invoice_settings',
  'metadata',
  'name',
  'phone',
  'preferred_locales',
  'shipping',
  'tax_exempt',
];

const longestEmail = 512;

/**
 * Returns the fields that a request changes. @throws StripeFault 400 for values that Stripe rejects
 * @param attaching a payment method that the same request attaches
 */
export function changedCustomer(customer: Customer, input: Input, { store }: Sandbox, attaching?: string): Partial<Customer> {
  const settings = input.object('invoice_settings');
  settings?.allowOnly(['default_payment_method', 'footer']);
  const wanted = settings?.text('default_payment_method');
  if (wanted && wanted !== attaching && store.get('payment_method', wanted)?.customer !== customer.id) {
    throw noSuchReference('PaymentMethod', wanted, 'invoice_settings[default_payment_method]');
  }
  return {
    balance: input.integer('balance', { from: -99_999_999, to: 99_999_999 }) ?? customer.balance,
    ...(input.has('address') ? { address: addressOrNull(customer, input) } : {}),
    description: textOrNull(input.text('description'), customer.description),
    email: emailOrNull(input, customer),
    invoice_settings: {
      ...customer.invoice_settings,
      default_payment_method: textOrNull(wanted, customer.invoice_settings.default_payment_method),
      footer: textOrNull(settings?.text('footer'), customer.invoice_settings.footer),
    },
    metadata: mergedMetadata(customer.metadata, input),
    name: textOrNull(input.text('name'), customer.name),
    phone: textOrNull(input.text('phone'), customer.phone),
    ...(input.has('preferred_locales') ? { preferred_locales: input.texts('preferred_locales') } : {}),
    ...(input.has('shipping') ? { shipping: shippingOrNull(input) } : {}),
    ...(input.has('tax_exempt') ? { tax_exempt: taxExemptFrom(input) } : {}),
  };
}

/** Stripe merges the parts that are sent with the existing ones. */
function addressOrNull({ address }: Customer, input: Input): Customer['address'] {
  const sent = input.object('address');
  return sent ? addressFrom(sent, address ?? undefined) : null;
}

function emailOrNull(input: Input, customer: Customer): string | null {
  const sent = input.text('email');
  if (sent && (!/^[^@\s]+@[^@\s]+$/.test(sent) || sent.length > longestEmail)) {
    throw new StripeFault(400, `Invalid email address: ${sent}`, { code: 'email_invalid', param: 'email' });
  }
  return textOrNull(sent, customer.email);
}

function shippingOrNull(input: Input): Shipping | null {
  const shipping = input.object('shipping');
  if (!shipping) return null;
  shipping.allowOnly(['address', 'name', 'phone']);
  const address = shipping.object('address');
  if (!address) throw missingParameter('shipping[address]');
  return {
    address: addressFrom(address),
    name: shipping.required('name'),
    phone: shipping.text('phone') || null,
  };
}

/** An empty value restores the default. */
function taxExemptFrom(input: Input): string {
  return input.cleared('tax_exempt') ? 'none' : (input.choice('tax_exempt', ['none', 'exempt', 'reverse']) ?? 'none');
}
