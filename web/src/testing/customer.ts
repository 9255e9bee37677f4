import type { z } from 'zod';
import type { customerGeneral } from '@washdesk/contracts/members/customer';

/** The API's response about a customer. */
export type GeneralCustomer = z.input<typeof customerGeneral.response>;

/** Returns a customer without a subscription, card or flag by default. */
export function aCustomer(more: Partial<GeneralCustomer>): GeneralCustomer {
  return {
    id: 'cus_1',
    name: null,
    firstName: '',
    lastName: '',
    email: null,
    phone: null,
    created: 1_700_000_000,
    deleted: false,
    tax_exempt: 'none',
    address: null,
    metadata: {},
    subscriptions: { data: [] },
    cards: [],
    isCommercial: false,
    isTruck: false,
    isBusinessSelect: false,
    isFleet: false,
    isUberLyft: false,
    createdOnline: false,
    incomplete: false,
    bademail: false,
    planType: 'Not Active',
    loyaltyGroups: ['None'],
    nextPrice: null,
    invoice_settings: { default_payment_method: null },
    age: 0,
    stale: false,
    ...more,
  };
}
