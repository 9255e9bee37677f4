import type { Line } from '../billing/model.ts';
import type { CreditedDebit } from './invoice-item.ts';

export type InvoiceStatus = 'draft' | 'open' | 'paid' | 'uncollectible' | 'void';

/** As stored: what differs between invoices. Money is cents, instants are epoch seconds. */
export interface Invoice {
  id: string;
  object: 'invoice';
  amount_due: number;
  amount_paid: number;
  attempt_count: number;
  auto_advance: boolean;
  automatically_finalizes_at: number | null;
  billing_reason: 'manual' | 'subscription_create' | 'subscription_cycle' | 'subscription_update' | 'upcoming';
  created: number;
  customer: string | null;
  /** The customer as it was when the invoice was made. */
  addressee: Addressee;
  default_payment_method: string | null;
  default_tax_rates: string[];
  description: string | null;
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
  /** What it bills, with the metadata of then; null for one made by hand. */
  bills: { subscription: string; metadata: Record<string, string>; prorationDate: number | null } | null;
  /** The engine's number of it within its subscription. */
  sequence: number | null;
  /** A person was asked to authenticate; nobody tries again by itself. */
  awaitsAction: boolean;
  /** When it is written off by itself, in epoch seconds. */
  abandonedAt: number | null;
  /** The one intent that pays it, once there was an attempt. */
  paymentIntent: string | null;
  invoicePayment: string | null;
}

/** As stored: what the engine billed, and what it was billed for. */
export interface InvoiceLine extends Line {
  product: string | null;
  /** Cents of the price. */
  unitAmount: number | null;
  metadata: Record<string, string>;
  /** The debit that a credit gives back. */
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
