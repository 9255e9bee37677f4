import type { Member } from '../../company/member-model.ts';
import { epochSeconds } from './times.ts';

export type Customer = ReturnType<typeof makeCustomer>;

export interface DeletedCustomer {
  id: string;
  object: 'customer';
  deleted: true;
}

export function makeCustomer(member: Member) {
  return {
    id: member.id,
    object: 'customer' as const,
    address: {
      city: member.address.city,
      country: member.address.country,
      line1: null,
      line2: null,
      postal_code: member.address.postalCode,
      state: member.address.state,
    },
    balance: 0,
    created: epochSeconds(member.created),
    currency: member.subscription ? 'usd' : null,
    customer_account: null,
    default_source: null,
    delinquent: member.subscription?.status === 'past_due',
    description: null as string | null,
    discount: null,
    email: member.email as string | null,
    invoice_prefix: member.id.slice(-8).toUpperCase(),
    invoice_settings: {
      custom_fields: null,
      default_payment_method: member.card?.id ?? null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: customerMetadata(member),
    name: member.name as string | null,
    next_invoice_sequence: 1,
    phone: member.phone as string | null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: member.taxExempt ? 'exempt' : 'none',
    test_clock: null,
  };
}

/** The keys of front-desk section 3. Stripe keeps no empty values. */
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
