/** Counter payments of members and other customers, with their outcomes. Times are ISO 8601 UTC, amounts integer cents. */
import type { Card } from './member-model.ts';

/** A payment method in addition to the plan's card. */
export type AdditionalPaymentMethod = { customer: string; added: string } & ({ kind: 'card'; card: Card } | { kind: 'link'; id: string });

export interface SaleLine {
  /** A Sitewatch item. */
  item: string;
  amount: number;
}

export interface Discount {
  /** COUPON, EMPLOYEE … */
  type: string;
  saved: number;
  description: string;
}

/** A register sale, paid by card or cash. */
export interface RegisterSale {
  /** The sale number at its site, starting at 1 and shared with the washes. */
  saleId: number;
  site: number;
  terminal: string;
  employee: number;
  at: string;
  /** Null for an unknown customer. */
  customer: string | null;
  /** The scanned code. */
  code: string | null;
  lines: SaleLine[];
  discount: Discount | null;
  tax: number;
  /** The amount due: lines less discount, plus tax. */
  total: number;
  voided: boolean;
}

/** The card payment of a sale, or a payment without a sale. */
export interface CardPayment {
  /** The part after `ch_` and `pi_` in the ids of the charge and its intent. */
  serial: string;
  customer: string;
  at: string;
  amount: number;
  description: string;
  site: number;
  terminal: string;
  employee: number;
  /** The register sale; null for the recovery of a disputed amount. */
  saleId: number | null;
  declined: boolean;
  refunds: Refund[];
  dispute: Dispute | null;
  /** The dispute whose amount this payment recovers. */
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
  /** Several cards can share a code. The amount used is never negative here. */
  cards: { credit: number; used: number }[];
  says: string;
}
