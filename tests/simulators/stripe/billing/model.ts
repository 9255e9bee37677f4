/** Seconds since 1970 UTC, as at Stripe. */
export type Instant = number;

/** Whole cents; negative for a credit. */
export type Cents = number;

/** From `start` (inclusive) to `end` (exclusive). */
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
  /** The product name as on invoices. */
  name: string;
  amount: Cents;
  interval: Interval;
}

/** An exclusive rate: added on top of the price. */
export interface TaxRate {
  id: string;
  /** Percent, with at most four decimals. */
  percentage: number;
}

export interface TaxLine {
  rateId: string;
  amount: Cents;
  taxableAmount: Cents;
}

/** A coupon on a subscription or a customer: a percentage or an amount off. */
export interface Discount {
  id: string;
  /** Percent, with at most two decimals. */
  percentOff: number | null;
  amountOff: Cents | null;
  /** Whether it ends with the first invoice that it lowers. */
  once: boolean;
  /** Exclusive; null if it does not end by the clock. */
  endsAt: Instant | null;
}

export interface LineDiscount {
  discountId: string;
  /** 0 on a proration: its amount is already net. */
  amount: Cents;
}

/** The price of a subscription item and its current period. */
export interface Item {
  id: string;
  price: Price;
  quantity: number;
  /** Tax rates that override the subscription's, if not empty. */
  taxRates?: readonly TaxRate[];
  period: Span;
}

/**
 * An amount billed ahead for an item. Flexible billing mode credits unused time from this amount, not from the item's current price
 * ("Prorations", section "Credit prorations").
 */
export interface Debit {
  itemId: string;
  price: Price;
  quantity: number;
  span: Span;
  /** The length of the natural period, which can be longer than `span`: price x quantity pays for this many seconds. */
  naturalSeconds: number;
  taxRates: readonly TaxRate[];
  amount: Cents;
  /** The cost of `naturalSeconds` with the discounts below; price x quantity if omitted. */
  cost?: Cents;
  discounts?: readonly Discount[];
  /** From here to the span's end, the time is already credited. */
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
  discounts?: readonly LineDiscount[];
  /** The rates of `taxes` until it is invoiced, for a line that discounts may lower. */
  taxRates?: readonly TaxRate[];
  /** Whether it credits unused time. */
  credit?: boolean;
  /** The invoice item of this line, once created. */
  invoiceItem?: string;
}

/** A customer's item without a subscription that waits for the next invoice. */
export interface WaitingItem {
  line: Line;
  /** Rates that override the invoice's, if not empty; null for a line that already has its taxes. */
  taxRates: readonly TaxRate[] | null;
}

export type BillingReason = 'subscription_create' | 'subscription_cycle' | 'subscription_update';

export interface Invoice {
  /** Counted from 1 within the subscription; the owner of the invoices assigns ids. */
  number: number;
  reason: BillingReason;
  created: Instant;
  lines: readonly Line[];
  /** Before discounts and tax. */
  subtotal: Cents;
  tax: Cents;
  /** Negative when credits exceed charges. */
  total: Cents;
  startingBalance: Cents;
  endingBalance: Cents;
  /** The amount charged to the card; never negative. */
  amountDue: Cents;
  /** The last invoice of a canceled subscription with only credit: it is never finalized. */
  abandoned?: boolean;
}

export interface OpenInvoice {
  number: number;
  amountDue: Cents;
  attempts: number;
  /** Whether it is sent instead of charged: the next attempt is its finalization, then its due date. */
  sent?: boolean;
  /** Null: no further attempts, but it can still be paid manually. */
  nextAttempt: Instant | null;
}

export type ProrationBehavior = 'create_prorations' | 'always_invoice' | 'none';

/** A price or quantity for an item (a new id adds one), or its removal. */
export type ItemChange = { id: string; price: Price; quantity: number; taxRates?: readonly TaxRate[] } | { id: string; removed: true };

export interface Phase {
  start: Instant;
  items: readonly ItemChange[];
  prorationBehavior: ProrationBehavior;
  /** The tax rates of invoices from this time on; if omitted, they do not change. */
  taxRates?: readonly TaxRate[];
  /** The subscription's discounts from this time on. */
  discounts?: readonly Discount[];
}

/** The remaining phases. When the last one ends, the subscription continues unchanged without a schedule. */
export interface Schedule {
  phases: readonly Phase[];
  releasesAt: Instant;
}

export type Status = 'incomplete' | 'incomplete_expired' | 'trialing' | 'active' | 'past_due' | 'unpaid' | 'canceled';

export interface CustomerAccount {
  /** With Stripe's sign: negative is a credit, positive is due. */
  balance: Cents;
  taxExempt: boolean;
  /** Applies to subscriptions without a discount of their own. */
  discount?: Discount | null;
  waiting?: readonly WaitingItem[];
}

/** A subscription in flexible billing mode, with the fields that billing needs. Immutable. */
export interface Subscription {
  status: Status;
  created: Instant;
  /** Start of service: before `created` if backdated. */
  startDate: Instant;
  anchor: Instant;
  /** Omitted if the trial began with the subscription. */
  trialStart?: Instant;
  trialEnd: Instant | null;
  /** Created with proration "none" and a future anchor: nothing is billed before the first natural period. */
  freeUntilAnchor: boolean;
  items: readonly Item[];
  debits: readonly Debit[];
  /** Lines that wait for the next invoice. */
  pending: readonly Line[];
  taxRates: readonly TaxRate[];
  discounts?: readonly Discount[];
  customer: CustomerAccount;
  cancelAtPeriodEnd: boolean;
  /** A chosen end; no period extends past it. */
  cancelAt?: Instant | null;
  canceledAt: Instant | null;
  endedAt: Instant | null;
  schedule: Schedule | null;
  invoiceCount: number;
  /** Days to pay a sent invoice; null or omitted if a card is charged. */
  daysUntilDue?: number | null;
  openInvoices: readonly OpenInvoice[];
}
