import type { PriceForm } from '@washdesk/rules/plans/plan-price';

/**
 * The provider's objects as the mirror stores them: whole, but only these fields are read. Names and shapes are Stripe's (API 2026-10-28).
 * The adapter returns plain JSON in one canonical form: references as ids, except those that `payments.ts` expands. Instants are epoch
 * seconds, amounts integer cents.
 */
export interface ProviderCard {
  id: string;
  type: string;
  customer?: string | null;
  created?: number;
  billing_details?: { name: string | null; email: string | null; address: { postal_code: string | null } | null };
  card?: {
    brand: string;
    last4: string;
    exp_month?: number;
    exp_year?: number;
    fingerprint?: string | null;
    checks?: { address_postal_code_check: string | null; cvc_check: string | null } | null;
  } | null;
  link?: { email: string | null } | null;
}

export interface ProviderAddress {
  line1: string | null;
  city: string | null;
  state: string | null;
  postal_code: string | null;
  country: string | null;
}

export interface ProviderCustomer {
  id: string;
  deleted?: boolean;
  name?: string | null;
  email?: string | null;
  phone?: string | null;
  created?: number;
  /** Cents: negative is a credit, positive is owed; used by the next invoices. */
  balance?: number;
  tax_exempt?: string | null;
  discount?: object | null;
  address?: ProviderAddress | null;
  metadata?: Record<string, string>;
  invoice_settings?: { default_payment_method: ProviderCard | string | null };
  default_source?: string | null;
}

export interface ProviderProduct {
  id: string;
  name: string;
  active?: boolean;
  metadata: Record<string, string>;
}

export interface ProviderPrice extends PriceForm {
  id: string;
  nickname: string | null;
  unit_amount: number | null;
  active?: boolean;
  created?: number;
  product: string;
  metadata: Record<string, string>;
}

export interface ProviderTaxRate {
  id: string;
  /** Percent. */
  percentage?: number;
  inclusive?: boolean;
  active?: boolean;
  created?: number;
  display_name?: string;
  jurisdiction?: string | null;
  state?: string | null;
  country?: string | null;
}

export interface ProviderSubscription {
  id: string;
  customer: string;
  /** Stripe's, but `paused` also while the collection is paused (`pause_collection`). */
  status: string;
  pause_collection?: { behavior: string; resumes_at: number | null } | null;
  created: number;
  cancel_at?: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  ended_at: number | null;
  trial_end?: number | null;
  /** `send_invoice` for a subscription that no card pays. */
  collection_method?: string;
  billing_cycle_anchor?: number;
  cancellation_details?: { comment: string | null; reason: string | null } | null;
  default_payment_method?: string | null;
  default_source?: string | null;
  default_tax_rates?: ProviderTaxRate[] | null;
  discounts?: readonly unknown[] | null;
  latest_invoice?: string | null;
  schedule: string | null;
  metadata: Record<string, string>;
  items: {
    data: {
      id?: string;
      quantity?: number;
      price: { id: string } & PriceForm;
      current_period_start: number;
      current_period_end: number;
      tax_rates?: ProviderTaxRate[] | null;
      discounts?: readonly unknown[] | null;
    }[];
  };
}

export interface ProviderSchedule {
  id: string;
  customer: string;
  subscription: string | null;
  status: string;
  metadata?: Record<string, string> | null;
  /** `cancel` if the subscription ends with its last phase. */
  end_behavior?: string;
  current_phase?: { start_date: number } | null;
  phases: { start_date: number; end_date?: number; items: { price: string; quantity?: number }[] }[];
}

export interface ProviderLocation {
  id: string;
  display_name: string;
  metadata: Record<string, string>;
}

export interface ChargeOutcome {
  network_status: string | null;
  reason: string | null;
  risk_level?: string | null;
  seller_message: string | null;
  type: string;
}

/** The card fields of a charge; `card_present` for a tapped, dipped or swiped card. */
export interface ChargedCard {
  brand: string | null;
  last4: string | null;
  exp_month: number | null;
  exp_year: number | null;
  fingerprint?: string | null;
}

export interface ProviderCharge {
  id: string;
  customer: string | null;
  created: number;
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  captured: boolean;
  description: string | null;
  disputed: boolean;
  failure_code: string | null;
  failure_message: string | null;
  metadata: Record<string, string>;
  outcome: ChargeOutcome | null;
  payment_intent: string | null;
  payment_method: string | null;
  payment_method_details: { type: string; card?: ChargedCard | null; card_present?: ChargedCard | null; link?: object | null } | null;
  receipt_number: string | null;
  receipt_url: string | null;
  refunded: boolean;
  calculated_statement_descriptor?: string | null;
  statement_descriptor?: string | null;
  status: string;
}

export interface ProviderInvoiceLine {
  id: string;
  amount: number;
  description: string | null;
  period: { start: number; end: number };
  taxes?: readonly { amount: number }[] | null;
  /** What coupons take off `amount`. */
  discount_amounts?: readonly { amount: number }[] | null;
  pricing?: { price_details?: { price: string } | null } | null;
}

/** An invoice with its `payments` expanded one level: the PaymentIntent that pays it. */
export interface ProviderInvoice {
  id: string;
  customer: string | null;
  created: number;
  number: string | null;
  receipt_number: string | null;
  status: string | null;
  description: string | null;
  billing_reason: string | null;
  collection_method?: string;
  subtotal: number;
  total: number;
  total_excluding_tax: number | null;
  amount_due: number;
  amount_paid: number;
  amount_remaining: number;
  starting_balance?: number;
  ending_balance?: number | null;
  hosted_invoice_url?: string | null;
  invoice_pdf?: string | null;
  attempt_count?: number;
  next_payment_attempt?: number | null;
  status_transitions?: { paid_at: number | null };
  lines: { data: ProviderInvoiceLine[] };
  metadata: Record<string, string> | null;
  parent: { subscription_details: { subscription: string; metadata: Record<string, string> | null } | null } | null;
  payments?: { data: { status: string; payment: { type: string; payment_intent?: string | null } }[] };
}

export interface ProviderRefund {
  id: string;
  charge: string | null;
  payment_intent: string | null;
  created: number;
  amount: number;
  status: string | null;
  failure_reason?: string | null;
  metadata: Record<string, string> | null;
}

export interface ProviderPaymentIntent {
  id: string;
  customer: string | null;
  created: number;
  amount: number;
  amount_capturable: number;
  amount_received: number;
  capture_method: string;
  status: string;
  client_secret?: string | null;
  description: string | null;
  latest_charge: string | null;
  payment_method: string | null;
  last_payment_error: { code?: string; decline_code?: string; message?: string } | null;
  metadata: Record<string, string>;
}

export interface ProviderDispute {
  id: string;
  charge: string;
  payment_intent: string | null;
  created: number;
  amount: number;
  reason: string;
  status: string;
  evidence: { uncategorized_text: string | null };
  evidence_details: { due_by: number | null; has_evidence: boolean; submission_count: number };
  metadata: Record<string, string>;
  payment_method_details?: { type: string; card?: { brand: string } | null } | null;
}

export interface ProviderObjects {
  customer: ProviderCustomer;
  product: ProviderProduct;
  price: ProviderPrice;
  subscription: ProviderSubscription;
  schedule: ProviderSchedule;
  location: ProviderLocation;
  tax_rate: ProviderTaxRate;
  payment_method: ProviderCard;
  charge: ProviderCharge;
  invoice: ProviderInvoice;
  refund: ProviderRefund;
  payment_intent: ProviderPaymentIntent;
  dispute: ProviderDispute;
}
export type ProviderKind = keyof ProviderObjects;
