import type { Member } from '@washdesk/simulators/company/member-model';
import { makeAddress, type Address } from './payment-method.ts';
import { epochSeconds } from './times.ts';

export type Customer = ReturnType<typeof makeNewCustomer>;

export interface DeletedCustomer {
  id: string;
  object: 'customer';
  deleted: true;
}

export interface Shipping {
  address: Address;
  name: string;
  phone: string | null;
}

interface Parts {
  id: string;
  created: number;
  metadata: Record<string, string>;
}

/** Creates a customer without any details. */
export function makeNewCustomer({ id, created, metadata }: Parts) {
  return {
    id,
    object: 'customer' as const,
    address: null as Address | null,
    balance: 0,
    created,
    currency: null as string | null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: null as string | null,
    /** The id; shown as the object. */
    discount: null as string | null,
    email: null as string | null,
    invoice_prefix: id.slice(-8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null as string | null,
      footer: null as string | null,
      rendering_options: null,
    },
    livemode: false,
    metadata,
    name: null as string | null,
    next_invoice_sequence: 1,
    phone: null as string | null,
    preferred_locales: [] as string[],
    shipping: null as Shipping | null,
    tax_exempt: 'none',
    test_clock: null as string | null,
  };
}

export function makeCustomer(member: Member): Customer {
  const customer = makeNewCustomer({ id: member.id, created: epochSeconds(member.created), metadata: customerMetadata(member) });
  const { city, country, postalCode, state } = member.address;
  return {
    ...customer,
    address: { ...makeAddress(), city, country, postal_code: postalCode, state },
    currency: member.subscription ? 'usd' : null,
    delinquent: member.subscription?.status === 'past_due',
    email: member.email,
    invoice_settings: { ...customer.invoice_settings, default_payment_method: member.card?.id ?? null },
    name: member.name,
    phone: member.phone,
    tax_exempt: member.taxExempt ? 'exempt' : 'none',
  };
}

/** Returns the customer metadata that the product stores (docs/rules/members.md#metadata-keys). Stripe stores no empty values. */
function customerMetadata(member: Member): Record<string, string> {
  const { vehicle } = member;
  const all = {
    CustomerCode: member.plate,
    SecondaryCode: member.tag ?? '',
    TheCardNumber: member.theCard ?? '',
    CarMake: vehicle.make,
    CarModel: vehicle.model,
    CarColor: vehicle.color,
    site: String(member.site),
    isCommercial: String(member.isCommercial),
    isTruck: String(member.isTruck),
    isBusinessSelect: String(member.isBusinessSelect),
    ...member.metadata,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== ''));
}

export function makeDeletedCustomer(id: string): DeletedCustomer {
  return { id, object: 'customer', deleted: true };
}
