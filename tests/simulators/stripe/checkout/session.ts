import type { AnchorConfig } from '../objects/subscription.ts';

/** The `subscription_data` of a session, passed on when the session is paid. */
export interface SubscriptionTerms {
  billing_cycle_anchor: number | undefined;
  billing_cycle_anchor_config: AnchorConfig | undefined;
  proration_behavior: string | undefined;
  trial_end: number | undefined;
  trial_period_days: number | undefined;
  default_tax_rates: string[] | undefined;
  description: string | undefined;
  metadata: Record<string, string>;
}

export interface OrderedItem {
  /** `li_…` */
  id: string;
  price: string;
  quantity: number;
  taxRates: string[];
}

export interface CustomerDetails {
  email: string | null;
  name: string | null;
  phone: string | null;
  postalCode: string | null;
}

export type Mode = 'subscription' | 'setup';

/** The stored form: the fields that differ between sessions. */
export interface CheckoutSession {
  id: string;
  object: 'checkout.session';
  mode: Mode;
  created: number;
  expires_at: number;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'paid' | 'unpaid' | 'no_payment_required';
  customer: string | null;
  customer_email: string | null;
  customerDetails: CustomerDetails | null;
  client_reference_id: string | null;
  metadata: Record<string, string>;
  success_url: string | null;
  cancel_url: string | null;
  locale: string | null;
  phoneNumber: boolean;
  lines: OrderedItem[];
  terms: SubscriptionTerms;
  currency: string | null;
  /** Cents due at creation or, once paid, the amount paid; null if nothing is sold. */
  amount_subtotal: number | null;
  amount_total: number | null;
  amountTax: number;
  subscription: string | null;
  invoice: string | null;
  setup_intent: string | null;
}

/** Returns the session in wire format. @param origin the origin of the hosted page */
export function checkoutSessionView(session: CheckoutSession, origin: string) {
  const { customerDetails, phoneNumber, lines: _lines, terms: _terms, amountTax, ...shown } = session;
  const sells = session.mode === 'subscription';
  return {
    ...shown,
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer_account: null,
    customer_creation: sells && session.customer === null ? 'always' : null,
    customer_details: customerDetails && customerDetailsView(customerDetails),
    discounts: sells ? [] : null,
    integration_identifier: null,
    invoice_creation: null,
    livemode: false,
    managed_payments: null,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'always',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    permissions: null,
    phone_number_collection: { enabled: phoneNumber },
    recovered_from: null,
    saved_payment_method_options: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    submit_type: null,
    total_details: sells ? { amount_discount: 0, amount_shipping: 0, amount_tax: amountTax } : null,
    ui_mode: 'hosted_page',
    url: session.status === 'open' ? `${origin}/c/pay/${session.id}` : null,
    wallet_options: null,
  };
}

function customerDetailsView({ email, name, phone, postalCode }: CustomerDetails) {
  return {
    address: { city: null, country: 'US', line1: null, line2: null, postal_code: postalCode, state: null },
    business_name: null,
    email,
    individual_name: null,
    name,
    phone,
    tax_exempt: 'none',
    tax_ids: [],
  };
}
