import { z } from 'zod';
import type { MemberLanguage } from '@washdesk/rules/text/languages';
import type { ChargeOutcome, ProviderInvoiceLine, ProviderKind, ProviderObjects } from '../common/provider-objects.ts';

/**
 * One step of an operation: its idempotency key at the provider is `<operation>:<step>:<attempt>`, so that repeating the step never
 * executes it twice.
 */
export interface Step {
  /** Written to the metadata of what the step creates. */
  operation: string;
  step: string;
  attempt: number;
}

/** The provider did not respond or is overloaded: the change may have been made. Repeating the same step returns the outcome. */
export class PaymentsUnavailable extends Error {
  /** Whether the provider stores a failure of its own under this step's key and will repeat it forever: only another attempt can help. */
  readonly kept: boolean;

  constructor(message: string, { kept = false, cause }: { kept?: boolean; cause?: unknown } = {}) {
    super(message, { cause });
    this.kept = kept;
  }
}

/** The provider rejects permanently, with its own message. */
export class PaymentsRefused extends Error {
  readonly status: number;
  readonly code: string | null;
  readonly param: string | null;

  constructor(message: string, { status, code, param }: { status: number; code: string | null; param: string | null }, cause: unknown) {
    super(message, { cause });
    this.status = status;
    this.code = code;
    this.param = param;
  }
}

/** Why the card's bank, or the provider on its behalf, declined. */
export interface Decline {
  /** `card_declined`, `expired_card`, `authentication_required` … */
  code: string;
  /** `insufficient_funds`, `lost_card` …; null if the bank gave none. */
  declineCode: string | null;
  message: string;
  outcome: ChargeOutcome | null;
  paymentIntent: string | null;
  charge: string | null;
}

export class CardDeclined extends Error {
  readonly decline: Decline;

  constructor(decline: Decline, cause?: unknown) {
    super(decline.message, { cause });
    this.decline = decline;
  }
}

export interface CardReader {
  id: string;
  label: string;
  ip_address: string | null;
  status: 'online' | 'offline' | null;
  last_seen_at: number | null;
  serial_number: string;
  device_type: string;
  location: string | null;
}

const text = z.string().nullable();

/** Given fields are written; null clears. Metadata is merged by key; an empty value removes its key. */
export const customerFields = z.object({
  name: text.optional(),
  email: text.optional(),
  phone: text.optional(),
  address: z.object({ line1: text, city: text, state: text, postal_code: text, country: text }).partial().nullable().optional(),
  taxExempt: z.enum(['none', 'exempt']).optional(),
  metadata: z.record(z.string(), z.string()).optional(),
  defaultPaymentMethod: z.string().optional(),
});
export type CustomerFields = z.infer<typeof customerFields>;

/** The terms of a new subscription. Billing is anchored on the 1st (rules/billing-instant.ts); instants are epoch seconds. */
export const startTerms = z.object({
  price: z.string(),
  /** The second from which the first month is charged: the preview's, so that preview and invoice are equal. */
  from: z.number(),
  /** The next 1st. */
  anchor: z.number(),
  /**
   * - prorated: from `from` to `anchor`
   * - fullMonth: the whole price now ("do not prorate"), as if started on `monthStart`
   * - free: nothing until `anchor` ("free for month")
   */
  first: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('prorated') }),
    z.object({ kind: z.literal('fullMonth'), monthStart: z.number() }),
    z.object({ kind: z.literal('free') }),
  ]),
  /** "Charge for last month": a separate line on the first invoice. */
  lastMonth: z.object({ product: z.string(), amount: z.number(), start: z.number(), end: z.number() }).optional(),
  taxRates: z.array(z.string()),
});
export type StartTerms = z.infer<typeof startTerms>;

export interface NewSubscription {
  customer: string;
  paymentMethod: string | null;
  start: StartTerms;
  metadata: Record<string, string>;
}

export const priceChangeSchema = z.object({
  item: z.string(),
  price: z.string(),
  /** always_invoice: paid now or not at all; none: from the next period on. */
  prorate: z.enum(['always_invoice', 'create_prorations', 'none']),
  /** Epoch seconds; the preview's. */
  prorationDate: z.number().optional(),
});
export type PriceChange = z.infer<typeof priceChangeSchema>;

export interface SubscriptionChange {
  priceChange?: PriceChange;
  cancelAtPeriodEnd?: boolean;
  comment?: string;
  metadata?: Record<string, string>;
  defaultPaymentMethod?: string;
  taxRates?: string[];
  /** Makes the whole next invoice free by a coupon that is used once; other coupons of the subscription are replaced. */
  freeNextMonth?: true;
}

/** A price that is previewed instead of the listed one before it is created: the cap of a downgrade. */
export interface InlinePrice {
  product: string;
  /** Cents per month. */
  amount: number;
}

interface PreviewDiscounts {
  /** The ids of the discounts to bill with; omitted: those of the subscription or customer. */
  discounts?: readonly string[];
}

export type PreviewOf =
  | ({ kind: 'start'; customer: string | null; taxExempt?: boolean; start: StartTerms; inlinePrice?: InlinePrice } & PreviewDiscounts)
  | ({ kind: 'change'; subscription: string; change: PriceChange; inlinePrice?: InlinePrice } & PreviewDiscounts)
  /** The next invoice if nothing changes, or if a discontinued plan continues. */
  | { kind: 'next'; subscription: string; goOn?: { priceChange: PriceChange | null } };

/** A coupon that lowers an invoice. */
export interface InvoiceDiscount {
  id: string;
  /** Percent; null for an amount. */
  percentOff: number | null;
  /** Cents; null for a percentage. */
  amountOff: number | null;
  /** Whether it lowers only one invoice. */
  once: boolean;
  /** Epoch seconds; null if it does not end on a date. */
  end: number | null;
}

/** What the provider would bill. Never stored. */
export interface InvoicePreview {
  /** Before discounts and tax. */
  subtotal: number;
  tax: number;
  total: number;
  /** The customer's balance before it: negative for a credit. */
  starting_balance: number;
  /** After the customer's balance is applied. */
  amount_due: number;
  period_end: number;
  discounts: readonly InvoiceDiscount[];
  lines: ProviderInvoiceLine[];
}

export interface SetupIntent {
  id: string;
  status: string;
  client_secret: string | null;
  customer: string | null;
  payment_method: string | null;
  /** For a card read by a reader: the card that can be charged later; null if there is none. */
  generated_card: string | null;
  created: number;
  metadata: Readonly<Record<string, string>>;
}

export const newPaymentIntent = z.object({
  amount: z.number(),
  customer: z.string().nullable(),
  description: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  receiptEmail: text.optional(),
  /**
   * - reader: the browser collects the card on a reader, or by its form if the reader fails, then requests the capture
   * - card: a stored card, charged now without its owner
   * - form: the browser confirms it with a card form
   */
  how: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('reader') }),
    z.object({ kind: z.literal('card'), paymentMethod: z.string() }),
    z.object({ kind: z.literal('form') }),
  ]),
});
export type NewPaymentIntent = z.infer<typeof newPaymentIntent>;

export interface NewCheckout {
  price: string;
  customer: { email: string } | { id: string };
  anchorDay: { dayOfMonth: number; hour: number };
  taxRates: string[];
  subscriptionMetadata: Record<string, string>;
  customerMetadata: Record<string, string>;
  successUrl: string;
  cancelUrl: string;
  /** Epoch seconds; half an hour from now at least. */
  expiresAt?: number | undefined;
  /** The language of the page; the browser's if missing. */
  locale?: MemberLanguage | undefined;
}

/** A page of the provider on which a customer saves a card; nothing is charged. */
export interface NewCardPage {
  customer: string;
  successUrl: string;
  cancelUrl: string;
  /** The language of the page; the browser's if missing. */
  locale?: MemberLanguage | undefined;
  /** Epoch seconds, at least 30 minutes from now; the provider's own limit if missing. */
  expiresAt?: number | undefined;
}

export interface Checkout {
  id: string;
  status: 'open' | 'complete' | 'expired' | null;
  payment_status: string;
  url: string | null;
  customer: string | null;
  /** The e-mail address that was entered on the page, or that a wallet reported. */
  email: string | null;
  subscription: string | null;
  /** Of a page that saves a card. */
  setupIntent: string | null;
  /** Cents to pay at once, with tax; null on a page that saves a card. */
  total: number | null;
  metadata: Record<string, string>;
}

/** Kinds that can be listed by customer. */
export type CustomersKind = 'subscription' | 'schedule' | 'charge' | 'invoice' | 'payment_intent';

/** Where to look for an object that an operation created: among all of a customer or product, or all since a time (epoch seconds). */
export interface OperationSearchScope {
  customer: { since: number };
  subscription: { customer: string };
  schedule: { customer: string };
  payment_intent: { customer: string } | { since: number };
  price: { product: string };
}

/** Decides which calls are sent first when the provider's rate limit is short. */
export type Priority = 'interactive' | 'background';

/** An amount that waits for a customer's next invoice: cents before tax, negative for a credit. */
export interface PendingItem {
  id: string;
  amount: number;
  description: string | null;
  /** Epoch seconds. */
  date: number;
  /** The subscription whose next invoice bills it; null for any. */
  subscription: string | null;
}

/** A change of a customer's balance, in cents: negative adds a credit. */
export interface BalanceChange {
  customer: string;
  amount: number;
  description: string;
  metadata: Record<string, string>;
}

/**
 * Reads. All objects are returned in the mirror's canonical form.
 * @throws PaymentsUnavailable from each
 */
export interface PaymentsReader {
  /**
   * Returns every object of a kind in pages of at most 100, including ended and inactive ones, without deleted customers. `beforePage` runs
   * before each page is requested. `from` resumes after that id. Payment methods have no such list.
   */
  list<K extends Exclude<ProviderKind, 'payment_method'>>(
    kind: K,
    beforePage: () => Promise<void>,
    from?: string,
  ): AsyncIterable<ProviderObjects[K][]>;
  /** Returns one object, `{id, deleted: true}` for a deleted one, null if there never was one. */
  fetch<K extends ProviderKind>(kind: K, id: string, priority: Priority): Promise<ProviderObjects[K] | null>;
  /** Returns all of a customer's objects of that kind, including ended ones. */
  listOf<K extends CustomersKind>(kind: K, customer: string, priority: Priority): Promise<ProviderObjects[K][]>;
  /**
   * Returns a page of customers after that id, newest first, each with the card that pays by default; empty after the last one. A
   * background call.
   */
  customersWithCards(
    after: string | null,
  ): Promise<{ customer: ProviderObjects['customer']; card: ProviderObjects['payment_method'] | null }[]>;
  /**
   * Returns a page of what was created since then (epoch seconds), after that id, newest first; empty after the last one. A background call.
   */
  createdSince<K extends 'invoice' | 'refund'>(kind: K, since: number, after: string | null): Promise<ProviderObjects[K][]>;
  paymentMethodsOf(customer: string, priority: Priority): Promise<ProviderObjects['payment_method'][]>;
  /**
   * Returns what an operation created, by its metadata. Uses lists, never search or the mirror: for steps whose keys no longer return the
   * outcome.
   */
  findByOperation<K extends keyof OperationSearchScope>(
    kind: K,
    among: OperationSearchScope[K],
    operation: string,
  ): Promise<ProviderObjects[K] | null>;
  setupIntentMadeBy(operation: string, among: OperationSearchScope['payment_intent']): Promise<SetupIntent | null>;
  checkoutMadeBy(operation: string, among: { since: number }): Promise<Checkout | null>;
  readerMadeBy(operation: string, among: { location: string }): Promise<CardReader | null>;
  refundsOf(charge: string, priority: Priority): Promise<ProviderObjects['refund'][]>;
  /** Returns what waits for the customer's next invoices, oldest first. */
  pendingItems(customer: string): Promise<PendingItem[]>;
  balanceChangeMadeBy(operation: string, among: { customer: string }): Promise<{ id: string } | null>;
  /** @throws PaymentsRefused */
  preview(of: PreviewOf): Promise<InvoicePreview>;
  setupIntent(id: string): Promise<SetupIntent | null>;
  checkout(id: string): Promise<Checkout | null>;
  readers(locationId: string | undefined): Promise<CardReader[]>;
  /** Returns a token for the browser's Terminal SDK, scoped to one location. */
  connectionToken(locationId: string | null): Promise<string>;
}

export const redactionStates = ['created', 'validating', 'ready', 'redacting', 'succeeded', 'failed', 'canceling', 'canceled'] as const;

/**
 * A request to the provider to redact a customer with everything about them. `failed` if it can't be redacted yet: a payment must be 90
 * days old.
 */
export interface Redaction {
  id: string;
  status: (typeof redactionStates)[number];
}

/** Changes. Each may throw PaymentsUnavailable (outcome unknown), PaymentsRefused, and for payments CardDeclined. */
export interface PaymentsWriter {
  createCustomer(step: Step, fields: CustomerFields): Promise<ProviderObjects['customer']>;
  updateCustomer(step: Step, id: string, fields: CustomerFields): Promise<ProviderObjects['customer']>;
  /** Succeeds for a customer who is already deleted. */
  deleteCustomer(id: string): Promise<void>;
  /** @throws CardDeclined */
  attachPaymentMethod(step: Step, paymentMethod: string, customer: string): Promise<ProviderObjects['payment_method']>;
  detachPaymentMethod(step: Step, paymentMethod: string): Promise<ProviderObjects['payment_method']>;
  /**
   * `reader`: a reader reads the card, or the form if the reader fails; otherwise only the form. Without a customer the card is not
   * attached yet.
   */
  createSetupIntent(step: Step, wanted: { customer: string | null; reader: boolean }): Promise<SetupIntent>;
  /** @throws CardDeclined for `how.kind` card */
  createPaymentIntent(step: Step, wanted: NewPaymentIntent): Promise<ProviderObjects['payment_intent']>;
  capturePaymentIntent(step: Step, id: string): Promise<ProviderObjects['payment_intent']>;
  cancelPaymentIntent(step: Step, id: string): Promise<ProviderObjects['payment_intent']>;
  /** Charges the card; if it is declined, returns the subscription as `incomplete` without an error. */
  startSubscription(step: Step, wanted: NewSubscription): Promise<ProviderObjects['subscription']>;
  /** With `always_invoice` paid first or not changed at all. @throws CardDeclined */
  changeSubscription(step: Step, id: string, change: SubscriptionChange): Promise<ProviderObjects['subscription']>;
  /** Ends the subscription now, without credit; returns an already ended one unchanged. */
  cancelSubscription(step: Step, id: string, comment: string): Promise<ProviderObjects['subscription']>;
  /** Schedules the other price from `startsAt` (epoch seconds) on, without proration; the schedule then releases the subscription. */
  scheduleIncrease(
    step: Step,
    wanted: { subscription: string; price: string; startsAt: number; metadata: Record<string, string> },
  ): Promise<ProviderObjects['schedule']>;
  /** Returns an already released schedule unchanged. */
  releaseSchedule(step: Step, id: string): Promise<ProviderObjects['schedule']>;
  /** @throws CardDeclined */
  payInvoice(step: Step, id: string, paymentMethod: string): Promise<ProviderObjects['invoice']>;
  /** Finalizes a draft without collecting it. */
  finalizeInvoice(step: Step, id: string): Promise<ProviderObjects['invoice']>;
  /** Voids the invoice, so that its amount is no longer due; not for drafts. */
  voidInvoice(step: Step, id: string): Promise<ProviderObjects['invoice']>;
  markUncollectible(step: Step, id: string): Promise<ProviderObjects['invoice']>;
  refund(step: Step, wanted: { charge: string; amount: number; metadata: Record<string, string> }): Promise<ProviderObjects['refund']>;
  /** Deletes a waiting amount, so that no invoice bills it. Returns whether it is gone: false if an invoice bills it already. */
  deletePendingItem(id: string): Promise<boolean>;
  changeBalance(step: Step, wanted: BalanceChange): Promise<{ id: string }>;
  updateDispute(
    step: Step,
    id: string,
    change: { evidence?: string; metadata?: Record<string, string> },
  ): Promise<ProviderObjects['dispute']>;
  /** Accepts that a dispute is lost. */
  concedeDispute(step: Step, id: string): Promise<ProviderObjects['dispute']>;
  /**
   * Submits the evidence pack stored with a dispute.
   * @throws PaymentsRefused `evidence_missing` if none is stored
   */
  contestDispute(step: Step, id: string): Promise<ProviderObjects['dispute']>;
  /** Repeating it leaves an unused file. @param bytes of a PDF. @returns the file's id at the provider */
  uploadEvidence(name: string, bytes: Uint8Array): Promise<string>;
  /** Stores evidence with a dispute without submitting it. An empty text clears what was stored. */
  storeEvidence(
    step: Step,
    id: string,
    wanted: { texts: Record<string, string>; file: string; metadata: Record<string, string> },
  ): Promise<ProviderObjects['dispute']>;
  /** Submits the evidence stored with the dispute. */
  submitEvidence(step: Step, id: string): Promise<ProviderObjects['dispute']>;
  /** Creates a monthly US dollar price of a product if no listed price fits (the cap of a downgrade). */
  createPrice(
    step: Step,
    wanted: { product: string; amount: number; nickname: string; metadata: Record<string, string> },
  ): Promise<ProviderObjects['price']>;
  updateProduct(step: Step, id: string, metadata: Record<string, string>): Promise<ProviderObjects['product']>;
  registerReader(step: Step, wanted: { location: string; code: string; label: string }): Promise<CardReader>;
  /** Succeeds for a reader that is already deleted. */
  deleteReader(id: string): Promise<void>;
  startCheckout(step: Step, wanted: NewCheckout): Promise<Checkout>;
  /** Closes a payment page; returns one that is paid or closed unchanged. */
  expireCheckout(step: Step, id: string): Promise<Checkout>;
  startCardPage(step: Step, wanted: NewCardPage): Promise<Checkout>;
  /** Returns null if the account has no redactions: a person then asks the provider. */
  startRedaction(step: Step, customer: string): Promise<Redaction | null>;
  redaction(id: string): Promise<Redaction>;
  /** Checks a failed redaction again. */
  validateRedaction(id: string): Promise<Redaction>;
  /** Runs a redaction that is ready. It can't be undone. */
  runRedaction(id: string): Promise<Redaction>;
}

/** Cards and subscriptions at the payment provider. */
export interface Payments extends PaymentsReader, PaymentsWriter {}
