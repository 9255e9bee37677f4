import type { Card, Member } from '../../company/member-model.ts';
import { epochSeconds } from './times.ts';

export type PaymentMethod = ReturnType<typeof makePaymentMethod>;

export function makePaymentMethod(member: Member, card: Card) {
  return {
    id: card.id,
    object: 'payment_method' as const,
    allow_redisplay: 'unspecified',
    billing_details: billingDetailsOf(member),
    card: {
      brand: card.brand,
      checks: passedChecks(),
      country: 'US',
      display_brand: card.brand,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: card.fingerprint,
      funding: 'credit',
      generated_from: null,
      last4: card.last4,
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: epochSeconds(member.created),
    customer: member.deleted ? null : member.id,
    customer_account: null,
    livemode: false,
    metadata: {} as Record<string, string>,
    type: 'card',
  };
}

export function billingDetailsOf(member: Member) {
  return {
    address: { city: null, country: 'US', line1: null, line2: null, postal_code: member.address.postalCode, state: null },
    email: member.email,
    name: `${member.firstName} ${member.lastName}`,
    phone: null,
    tax_id: null,
  };
}

export function passedChecks() {
  return { address_line1_check: null, address_postal_code_check: 'pass', cvc_check: 'pass' };
}
