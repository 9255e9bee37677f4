import type { Cents, CustomerAccount, Instant, Phase, Price, ProrationBehavior, Span, TaxRate, ItemChange } from './model.ts';

/** A one-off line of the first invoice (`add_invoice_items` with a price and a `period`). */
export interface AddedItem {
  description: string;
  /** The amount of all pieces together. */
  amount: Cents;
  /** Without one, that of the subscription's first item. */
  period?: Span | undefined;
  priceId?: string;
  quantity?: number;
  /** Tax rates in place of the subscription's own, when there are any. */
  taxRates?: readonly TaxRate[];
}

/** A new subscription; a reinstatement after cancellation is one too. */
export interface Create {
  type: 'create';
  at: Instant;
  items: readonly { id: string; price: Price; quantity: number; taxRates?: readonly TaxRate[] }[];
  /** In the future. Without: the trial's end, the backdated start, or now. */
  anchor?: Instant;
  trialEnd?: Instant;
  backdateStartDate?: Instant;
  prorationBehavior?: ProrationBehavior;
  addInvoiceItems?: readonly AddedItem[];
  taxRates?: readonly TaxRate[];
  customer?: CustomerAccount;
}

export interface Update {
  type: 'update';
  at: Instant;
  items?: readonly ItemChange[];
  /** Stripe's default is `create_prorations`. */
  prorationBehavior?: ProrationBehavior;
  /** The time as of which the change is made; without it, now. */
  prorationDate?: Instant;
  /** The tax rates of the invoices to come. */
  taxRates?: readonly TaxRate[];
  cancelAtPeriodEnd?: boolean;
}

/** Puts the subscription under a schedule, in place of any other. */
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

/** The clock reached the next instant at which something happens by itself: renewal, trial end, phase, cancellation, expiry. */
export interface Due {
  type: 'due';
  at: Instant;
}

/** An attempt to pay an open invoice, automatic or by hand, and how the card answered. */
export interface Payment {
  type: 'payment';
  at: Instant;
  invoice: number;
  succeeded: boolean;
}

/** Nobody collects the invoice any more: an uncollectible one can still be paid by hand, a void one is owed no longer. */
export interface WriteOff {
  type: 'write_off';
  at: Instant;
  invoice: number;
  as: 'uncollectible' | 'void';
}

/** Cancels at once; to cancel at the period's end is an update. */
export interface Cancel {
  type: 'cancel';
  at: Instant;
  /** Credit the unused time. */
  prorate: boolean;
  /** Invoice what is pending, that credit included, instead of leaving it. */
  invoiceNow: boolean;
}

export type BillingEvent = Create | Update | SetSchedule | ReleaseSchedule | Due | Payment | WriteOff | Cancel;
