/** Payments of members and other customers at the counter, and their outcomes. Instants are ISO 8601 UTC, amounts integer cents. */
import type { Card } from './member-model.ts';

/** A payment method besides the card that pays the plan. */
export type AdditionalPaymentMethod = { customer: string; added: string } & ({ kind: 'card'; card: Card } | { kind: 'link'; id: string });

export interface SaleLine {
  /** An item of Sitewatch's. */
  item: string;
  amount: number;
}

export interface Discount {
  /** COUPON, EMPLOYEE … */
  type: string;
  saved: number;
  description: string;
}

/** A sale at a register, paid by card or cash. */
export interface RegisterSale {
  /** The sale's number at its site, counted from 1 together with the washes. */
  saleId: number;
  site: number;
  terminal: string;
  employee: number;
  at: string;
  /** Null for a customer whom no system knows. */
  customer: string | null;
  /** The code that was scanned. */
  code: string | null;
  lines: SaleLine[];
  discount: Discount | null;
  tax: number;
  /** The amount to be paid: lines less discount, with tax. */
  total: number;
  voided: boolean;
}

/** The card payment of a sale, or a payment without one. */
export interface CardPayment {
  /** The part of the charge's and its intent's id behind `ch_` and `pi_`. */
  serial: string;
  customer: string;
  at: string;
  amount: number;
  description: string;
  site: number;
  terminal: string;
  employee: number;
  /** The register's sale; null for the recovery of a disputed amount. */
  saleId: number | null;
  declined: boolean;
  refunds: Refund[];
  dispute: Dispute | null;
  /** The dispute whose amount it recovers. */
  recovers: string | null;
}

export interface Refund {
  /** Stripe's `re_…`. */
  id: string;
  amount: number;
  at: string;
  note: string;
  employee: number;
}

export interface Dispute {
  /** Stripe's `du_…`. */
  id: string;
  opened: string;
  reason: 'fraudulent' | 'product_not_received' | 'duplicate';
  status: 'needs_response' | 'under_review' | 'won' | 'lost';
  /** The charge that recovered the amount. */
  recoveredBy: string | null;
}

/** Prepaid cards in the Sitewatch of the site that sold them. */
export interface GiftCards {
  code: string;
  site: number;
  /** Several cards can have one code. The amount used is kept at or above zero here. */
  cards: { credit: number; used: number }[];
  says: string;
}
