import type { Card, Member } from '@washdesk/simulators/company/member-model';
import type { BehaviourName } from '../cards/behaviours.ts';
import { epochSeconds } from './times.ts';

/** The facts of a card, however it was read. */
export interface CardFacts {
  brand: string;
  expMonth: number;
  expYear: number;
  fingerprint: string;
  funding: string;
  last4: string;
}

export type BillingDetails = ReturnType<typeof makeBillingDetails>;
export type StoredCard = ReturnType<typeof makeCard>;
export type CardPresent = ReturnType<typeof makeCardPresent>;

interface PaymentMethodBase {
  id: string;
  object: 'payment_method';
  allow_redisplay: string;
  billing_details: BillingDetails;
  created: number;
  customer: string | null;
  customer_account: null;
  livemode: boolean;
  metadata: Record<string, string>;
  /** The simulator's own field: the card's behavior. Never shown. */
  behaviour: BehaviourName;
  /** The simulator's own field: detached, or used without a customer, and therefore not usable again. */
  spent: boolean;
}

export type PaymentMethod = PaymentMethodBase & PaymentMethodDetails;

/** The details that differ between payment methods, by type. */
export type PaymentMethodDetails =
  | { type: 'card'; card: StoredCard }
  | { type: 'card_present'; card_present: CardPresent }
  | { type: 'link'; link: { email: string | null } };

interface Parts {
  id: string;
  created: number;
  details: PaymentMethodDetails;
  behaviour: BehaviourName;
  customer?: string | null;
  billingDetails?: BillingDetails;
  metadata?: Record<string, string>;
  allowRedisplay?: string;
}

export function makePaymentMethod(parts: Parts): PaymentMethod {
  return {
    id: parts.id,
    object: 'payment_method',
    allow_redisplay: parts.allowRedisplay ?? 'unspecified',
    billing_details: parts.billingDetails ?? makeBillingDetails(),
    ...checked(parts.details, parts.billingDetails),
    created: parts.created,
    customer: parts.customer ?? null,
    customer_account: null,
    livemode: false,
    metadata: parts.metadata ?? {},
    behaviour: parts.behaviour,
    spent: false,
  };
}

/** Adds the result of the postal code check, if there is a postal code. */
function checked(details: PaymentMethodDetails, billing = makeBillingDetails()): PaymentMethodDetails {
  if (details.type !== 'card' || billing.address.postal_code !== null) return details;
  return { ...details, card: { ...details.card, checks: { ...details.card.checks, address_postal_code_check: null } } };
}

export function makeMembersCard(member: Member, card: Card): PaymentMethod {
  return makePaymentMethod({
    id: card.id,
    created: epochSeconds(member.created),
    details: { type: 'card', card: makeCard({ ...card, funding: 'credit' }) },
    behaviour: 'succeeds',
    customer: member.deleted ? null : member.id,
    billingDetails: billingDetailsOf(member),
  });
}

export function makeCard(facts: CardFacts, generatedFrom: GeneratedFrom | null = null) {
  return {
    brand: facts.brand,
    checks: passedChecks(),
    country: 'US',
    display_brand: facts.brand,
    exp_month: facts.expMonth,
    exp_year: facts.expYear,
    fingerprint: facts.fingerprint,
    funding: facts.funding,
    generated_from: generatedFrom,
    last4: facts.last4,
    networks: { available: [facts.brand], preferred: null },
    regulated_status: 'unregulated',
    three_d_secure_usage: { supported: true },
    wallet: null,
  };
}

/** The card reading that a reusable card came from. */
export interface GeneratedFrom {
  charge: string | null;
  payment_method_details: null;
  setup_attempt: string | null;
}

/** Creates the card of a reading: it pays once, in person. */
export function makeCardPresent(facts: CardFacts) {
  return {
    brand: facts.brand,
    brand_product: null,
    cardholder_name: null,
    country: 'US',
    exp_month: facts.expMonth,
    exp_year: facts.expYear,
    fingerprint: facts.fingerprint,
    funding: facts.funding,
    last4: facts.last4,
    networks: { available: [facts.brand], preferred: null },
    offline: null,
    preferred_locales: null,
    read_method: 'contact_emv',
  };
}

/** Returns the card of a payment method; undefined if it is not a card. */
export function cardFactsOf(method: PaymentMethod): CardFacts | undefined {
  if (method.type === 'link') return undefined;
  const card = method.type === 'card' ? method.card : method.card_present;
  const { brand, exp_month, exp_year, fingerprint, funding, last4 } = card;
  return { brand, expMonth: exp_month, expYear: exp_year, fingerprint, funding, last4 };
}

export function makeBillingDetails() {
  return { address: makeAddress(), email: null as string | null, name: null as string | null, phone: null as string | null, tax_id: null };
}

export type Address = ReturnType<typeof makeAddress>;

export function makeAddress() {
  return {
    city: null as string | null,
    country: null as string | null,
    line1: null as string | null,
    line2: null as string | null,
    postal_code: null as string | null,
    state: null as string | null,
  };
}

export function billingDetailsOf(member: Member): BillingDetails {
  return {
    address: { ...makeAddress(), country: 'US', postal_code: member.address.postalCode },
    email: member.email,
    name: `${member.firstName} ${member.lastName}`,
    phone: null,
    tax_id: null,
  };
}

export function passedChecks() {
  return { address_line1_check: null, address_postal_code_check: 'pass' as string | null, cvc_check: 'pass' };
}
