import type { Line } from '../billing/model.ts';

/** A one-off item or the proration of a change: pending or on an invoice. Amounts are cents, times epoch seconds. */
export interface InvoiceItem {
  id: string;
  object: 'invoiceitem';
  amount: number;
  customer: string;
  date: number;
  description: string | null;
  invoice: string | null;
  metadata: Record<string, string>;
  /** The item's subscription; null for a customer's item without one. */
  parent: { subscription: string; subscription_item: string } | null;
  period: { start: number; end: number };
  /** Null for an amount without a price. */
  price: { id: string; product: string; unitAmount: number } | null;
  proration: boolean;
  quantity: number;
  tax_rates: string[];
  /** The billing engine's line, for a proration. Never shown. */
  line: Line | null;
  /** The debit that this credit reverses. */
  credited: CreditedDebit | null;
}

/** A debit by its location when it was credited: on an invoice, or pending. */
export type CreditedDebit = { invoice: string; line: string } | { invoiceItem: string };
