import type { Line } from '../billing/model.ts';
import type { CreditedDebit } from './invoice-item.ts';

export type InvoiceStatus = 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';

/** The stored form: the fields that differ between invoices. Amounts are cents, times epoch seconds. */
export interface Invoice {
  id: string;
  object: 'invoice';
  amount_due: number;
  amount_paid: number;
  attempt_count: number;
  auto_advance: boolean;
  automatically_finalizes_at: number | null;
  billing_reason: 'manual' | 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'upcoming';
  collection_method: 'charge_automatically' | 'send_invoice';
  created: number;
  customer: string | null;
  /** The customer's details when the invoice was created. */
  addressee: Addressee;
  default_payment_method: string | null;
  default_tax_rates: string[];
  description: string | null;
  /** Epoch seconds; null if a card is charged. */
  due_date: number | null;
  ending_balance: number | null;
  lines: readonly InvoiceLine[];
  metadata: Record<string, string>;
  next_payment_attempt: number | null;
  number: string | null;
  period_end: number;
  period_start: number;
  starting_balance: number;
  status: InvoiceStatus;
  status_transitions: StatusTransitions;
  subtotal: number;
  total: number;
  uncollectible_reason: 'max_payment_attempts' | 'user_forgiven' | null;
  /** The billed subscription, with its metadata at that time; null for a manual invoice. */
  bills: { subscription: string; metadata: Record<string, string>; prorationDate: number | null } | null;
  /** The engine's number of it within its subscription. */
  sequence: number | null;
  /** Waits for the cardholder to authenticate, without automatic retries. */
  awaitsAction: boolean;
  /** When it is written off automatically, in epoch seconds. */
  abandonedAt: number | null;
  /** The only intent that pays it, once there was an attempt. */
  paymentIntent: string | null;
  invoicePayment: string | null;
}

/** The stored form: the engine's line and what it was billed for. */
export interface InvoiceLine extends Line {
  product: string | null;
  /** The price in cents. */
  unitAmount: number | null;
  metadata: Record<string, string>;
  /** The debit that a credit reverses. */
  credited: CreditedDebit | null;
}

export interface Addressee {
  address: Record<string, string | null> | null;
  email: string | null;
  name: string | null;
  phone: string | null;
  taxExempt: string;
}

export interface StatusTransitions {
  finalized_at: number | null;
  marked_uncollectible_at: number | null;
  paid_at: number | null;
  voided_at: number | null;
}

export const notYet: StatusTransitions = { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null };
