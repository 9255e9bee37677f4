/** Seconds since 1970 UTC, as Stripe counts time. */
export type Instant = number;

/** Whole cents; negative for what the customer gets back. */
export type Cents = number;

/** From `start` (included) to `end` (excluded). */
export interface Span {
  start: Instant;
  end: Instant;
}

export interface Interval {
  unit: 'day' | 'week' | 'month' | 'year';
  count: number;
}

export interface Price {
  id: string;
  /** The product's name, as invoices print it. */
  name: string;
  amount: Cents;
  interval: Interval;
}

/** An exclusive rate: it comes on top of the price. */
export interface TaxRate {
  id: string;
  /** Per cent, with at most four decimals. */
  percentage: number;
}

export interface TaxLine {
  rateId: string;
  amount: Cents;
  taxableAmount: Cents;
}

/** What one subscription item costs, and the period that it is in. */
export interface Item {
  id: string;
  price: Price;
  quantity: number;
  /** Tax rates in place of the subscription's own, when there are any. */
  taxRates?: readonly TaxRate[];
  period: Span;
}

/**
 * What was billed ahead for an item. Flexible billing mode credits unused time from here, not from the item's present price
 * ("Prorations", section "Credit prorations").
 */
export interface Debit {
  itemId: string;
  price: Price;
  quantity: number;
  span: Span;
  /** The natural period's length, of which `span` may be a part: price x quantity buys this many seconds. */
  naturalSeconds: number;
  taxRates: readonly TaxRate[];
  amount: Cents;
  /** From here to the span's end it was credited already. */
  usedUntil: Instant;
  credited: Cents;
}

export interface Line {
  source: 'subscription' | 'invoice_item';
  description: string;
  itemId: string | null;
  priceId: string | null;
  quantity: number;
  amount: Cents;
  period: Span;
  proration: boolean;
  taxes: readonly TaxLine[];
  /** Gives unused time back. */
  credit?: boolean;
  /** The invoice item behind it, once there is one. */
  invoiceItem?: string;
}

/** Something of a customer's that belongs to no subscription and waits for the next invoice. */
export interface WaitingItem {
  line: Line;
  /** In place of the invoice's own, when there are any; null for a line that has its taxes already. */
  taxRates: readonly TaxRate[] | null;
}

export type BillingReason = 'subscription_create' | 'subscription_cycle' | 'subscription_update';

export interface Invoice {
  /** Counted from 1 within the subscription; whoever keeps invoices gives them ids. */
  number: number;
  reason: BillingReason;
  created: Instant;
  lines: readonly Line[];
  /** Before tax. */
  subtotal: Cents;
  tax: Cents;
  /** Below zero when credits outweigh what is billed. */
  total: Cents;
  startingBalance: Cents;
  endingBalance: Cents;
  /** What the card is charged; never below zero. */
  amountDue: Cents;
  /** The last one of a canceled subscription that has nothing but credit: nobody ever finalizes it. */
  abandoned?: boolean;
}

/** An invoice that waits for money. */
export interface OpenInvoice {
  number: number;
  amountDue: Cents;
  attempts: number;
  /** Null: nobody tries any more, but it can still be paid by hand. */
  nextAttempt: Instant | null;
}

export type ProrationBehavior = 'create_prorations' | 'always_invoice' | 'none';

/** A price or quantity for an item (a new id adds one), or its removal. */
export type ItemChange = { id: string; price: Price; quantity: number; taxRates?: readonly TaxRate[] } | { id: string; removed: true };

export interface Phase {
  start: Instant;
  items: readonly ItemChange[];
  prorationBehavior: ProrationBehavior;
  /** The tax rates of the invoices from then on; without them the rates stay as they are. */
  taxRates?: readonly TaxRate[];
}

/** The phases still to come; when the last one ends, the subscription goes on by itself as it then is. */
export interface Schedule {
  phases: readonly Phase[];
  releasesAt: Instant;
}

export type Status = 'incomplete' | 'incomplete_expired' | 'trialing' | 'active' | 'past_due' | 'unpaid' | 'canceled';

export interface CustomerAccount {
  /** As Stripe signs it: below zero the customer has credit, above zero owes. */
  balance: Cents;
  taxExempt: boolean;
  waiting?: readonly WaitingItem[];
}

/** A subscription in flexible billing mode, as far as its money needs. Never changed in place. */
export interface Subscription {
  status: Status;
  created: Instant;
  /** When service began: before `created` for a backdated one. */
  startDate: Instant;
  anchor: Instant;
  trialEnd: Instant | null;
  /** Created with proration "none" and an anchor to come: nothing is billed before the first natural period. */
  freeUntilAnchor: boolean;
  items: readonly Item[];
  debits: readonly Debit[];
  /** Lines that wait for the next invoice. */
  pending: readonly Line[];
  taxRates: readonly TaxRate[];
  customer: CustomerAccount;
  cancelAtPeriodEnd: boolean;
  canceledAt: Instant | null;
  endedAt: Instant | null;
  schedule: Schedule | null;
  invoiceCount: number;
  openInvoices: readonly OpenInvoice[];
}
