import type { Cents, CustomerAccount, Instant, Phase, Price, ProrationBehavior, Span, TaxRate, ItemChange, Discount } from './model.ts';

/** A one-off line of the first invoice (`add_invoice_items` with a price and a `period`). */
export interface AddedItem {
  description: string;
  /** The total of all pieces. */
  amount: Cents;
  /** Defaults to the period of the subscription's first item. */
  period?: Span | undefined;
  priceId?: string;
  quantity?: number;
  /** Tax rates that override the subscription's, if not empty. */
  taxRates?: readonly TaxRate[];
}

/** A new subscription, including a reinstatement after cancellation. */
export interface Create {
  type: 'create';
  at: Instant;
  items: readonly { id: string; price: Price; quantity: number; taxRates?: readonly TaxRate[] }[];
  /** In the future. Defaults to the trial's end, the backdated start, or now. */
  anchor?: Instant;
  trialEnd?: Instant;
  backdateStartDate?: Instant;
  cancelAt?: Instant | undefined;
  /** Sends invoices that are due after so many days, instead of charging a card. */
  daysUntilDue?: number | undefined;
  prorationBehavior?: ProrationBehavior;
  addInvoiceItems?: readonly AddedItem[];
  taxRates?: readonly TaxRate[];
  discounts?: readonly Discount[];
  customer?: CustomerAccount;
}

export interface Update {
  type: 'update';
  at: Instant;
  items?: readonly ItemChange[];
  /** Stripe's default is `create_prorations`. */
  prorationBehavior?: ProrationBehavior;
  /** The effective time of the change; defaults to now. */
  prorationDate?: Instant;
  /** The tax rates of future invoices. */
  taxRates?: readonly TaxRate[];
  cancelAtPeriodEnd?: boolean;
  /** Starts or moves a trial: from now to this time. */
  trialEnd?: Instant | undefined;
  /** Null removes the chosen end. */
  cancelAt?: Instant | null | undefined;
  /** Null charges a card again. */
  daysUntilDue?: number | null | undefined;
  /** Replaces the subscription's discounts; empty removes them. */
  discounts?: readonly Discount[] | undefined;
}

/** Puts the subscription under a schedule, replacing any other. */
export interface SetSchedule {
  type: 'schedule';
  at: Instant;
  phases: readonly Phase[];
  /** The end of the last phase. */
  releasesAt: Instant;
}

export interface ReleaseSchedule {
  type: 'release_schedule';
  at: Instant;
}

/** The clock reached the next automatic event: renewal, trial end, phase, cancellation or expiry. */
export interface Due {
  type: 'due';
  at: Instant;
}

/** An attempt to pay an open invoice, automatic or manual, with the card's response. */
export interface Payment {
  type: 'payment';
  at: Instant;
  invoice: number;
  succeeded: boolean;
}

/** Stops collection of the invoice. An uncollectible one can still be paid manually; a void one cannot. */
export interface WriteOff {
  type: 'write_off';
  at: Instant;
  invoice: number;
  as: 'uncollectible' | 'void';
}

/** Cancels immediately. Canceling at the period's end is an update. */
export interface Cancel {
  type: 'cancel';
  at: Instant;
  /** Whether to credit the unused time. */
  prorate: boolean;
  /** Whether to invoice pending lines, including that credit, instead of leaving them. */
  invoiceNow: boolean;
}

export type BillingEvent = Create | Update | SetSchedule | ReleaseSchedule | Due | Payment | WriteOff | Cancel;
