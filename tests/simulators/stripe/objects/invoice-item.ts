import type { Line } from '../billing/model.ts';

/** Something sold once, or the proration of a change: waiting for an invoice or on one. Money is cents, instants are epoch seconds. */
export interface InvoiceItem {
  id: string;
  object: 'invoiceitem';
  amount: number;
  customer: string;
  date: number;
  description: string | null;
  invoice: string | null;
  metadata: Record<string, string>;
  /** The subscription that it belongs to; null for what the customer owes or is owed apart from any. */
  parent: { subscription: string; subscription_item: string } | null;
  period: { start: number; end: number };
  /** Null for a bare amount. */
  price: { id: string; product: string; unitAmount: number } | null;
  proration: boolean;
  quantity: number;
  tax_rates: string[];
  /** What the billing engine made of it, for a proration. Never shown. */
  line: Line | null;
  /** The debit that this credit gives back. */
  credited: CreditedDebit | null;
}

/** A debit by where it stood when it was credited: on an invoice, or waiting for one. */
export type CreditedDebit = { invoice: string; line: string } | { invoiceItem: string };
