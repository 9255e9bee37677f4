import type { CheckoutSession } from '../checkout/session.ts';
import type { Event } from '../events/event.ts';
import type { WebhookEndpoint } from '../events/webhook-endpoint.ts';
import type { CustomerBalanceTransaction } from '../objects/balance-transaction.ts';
import type { Charge } from '../objects/charge.ts';
import type { Coupon } from '../objects/coupon.ts';
import type { Customer, DeletedCustomer } from '../objects/customer.ts';
import type { Discount } from '../objects/discount.ts';
import type { Dispute } from '../objects/dispute.ts';
import type { EarlyFraudWarning } from '../objects/early-fraud-warning.ts';
import type { File } from '../objects/file.ts';
import type { InvoiceItem } from '../objects/invoice-item.ts';
import type { InvoicePayment } from '../objects/invoice-payment.ts';
import type { Invoice } from '../objects/invoice.ts';
import type { PaymentIntent } from '../objects/payment-intent.ts';
import type { PaymentMethod } from '../objects/payment-method.ts';
import type { Price } from '../objects/price.ts';
import type { Product } from '../objects/product.ts';
import type { RedactionJob } from '../objects/redaction-job.ts';
import type { Refund } from '../objects/refund.ts';
import type { SetupAttempt } from '../objects/setup-attempt.ts';
import type { SetupIntent } from '../objects/setup-intent.ts';
import type { SubscriptionSchedule } from '../objects/subscription-schedule.ts';
import type { Subscription } from '../objects/subscription.ts';
import type { TaxRate } from '../objects/tax-rate.ts';
import type { Location, Reader } from '../objects/terminal.ts';
import type { TestClock } from '../objects/test-clock.ts';

/** Every stored object by its `object` tag, with references as ids. */
export interface Objects {
  customer: Customer;
  customer_balance_transaction: CustomerBalanceTransaction;
  coupon: Coupon;
  discount: Discount;
  product: Product;
  price: Price;
  subscription: Subscription;
  subscription_schedule: SubscriptionSchedule;
  tax_rate: TaxRate;
  invoice: Invoice;
  invoiceitem: InvoiceItem;
  invoice_payment: InvoicePayment;
  payment_method: PaymentMethod;
  charge: Charge;
  payment_intent: PaymentIntent;
  refund: Refund;
  dispute: Dispute;
  'radar.early_fraud_warning': EarlyFraudWarning;
  file: File;
  setup_intent: SetupIntent;
  setup_attempt: SetupAttempt;
  'terminal.location': Location;
  'terminal.reader': Reader;
  'test_helpers.test_clock': TestClock;
  event: Event;
  webhook_endpoint: WebhookEndpoint;
  'checkout.session': CheckoutSession;
  'privacy.redaction_job': RedactionJob;
}

export type Kind = keyof Objects;
export type StoredObject = Objects[Kind] | DeletedCustomer;
/** The removal of an object without a tombstone. */
export interface Removal {
  id: string;
  removed: true;
}
type Listener = (change: StoredObject | Removal) => void;

/** All objects in memory, oldest first. To persist them, listen for changes. */
export class Store {
  /** The simulator's origin: the URLs of its own pages start with it. */
  origin = 'http://127.0.0.1';
  readonly #objects = new Map<string, StoredObject>();
  /** The same objects by kind, so that a list does not scan all objects. */
  readonly #byKind = new Map<string, Map<string, StoredObject>>();
  readonly #listeners: Listener[] = [];
  /** The invoice items without an invoice, by customer. */
  readonly #waiting = new Map<string, Set<string>>();

  /** Adds an object, or replaces the one with that id in place. */
  put(object: StoredObject): void {
    this.#objects.set(object.id, object);
    this.#ofKind(object.object).set(object.id, object);
    if (isOf(object, 'invoiceitem')) this.#noteWaiting(object);
    this.#tell(object);
  }

  /** Removes an object without a trace. */
  remove(id: string): void {
    const object = this.#objects.get(id);
    if (!object) return;
    this.#objects.delete(id);
    this.#ofKind(object.object).delete(id);
    if (isOf(object, 'invoiceitem')) this.#noteWaiting({ ...object, invoice: '' });
    this.#tell({ id, removed: true });
  }

  onChange(listener: Listener): void {
    this.#listeners.push(listener);
  }

  /** Returns any object by id, including a deleted customer's tombstone. */
  find(id: string): StoredObject | undefined {
    return this.#objects.get(id);
  }

  get<K extends Kind>(kind: K, id: string): Objects[K] | undefined {
    const object = this.#objects.get(id);
    return object && isOf(object, kind) ? object : undefined;
  }

  /** Newest first, like Stripe's lists. */
  list<K extends Kind>(kind: K): Objects[K][] {
    const found: Objects[K][] = [];
    for (const object of this.#ofKind(kind).values()) if (isOf(object, kind)) found.push(object);
    return found.toReversed();
  }

  /** Returns a customer's invoice items without an invoice, oldest first. */
  waitingItems(customer: string): InvoiceItem[] {
    return [...(this.#waiting.get(customer) ?? [])].flatMap((id) => this.get('invoiceitem', id) ?? []);
  }

  #noteWaiting({ id, customer, invoice }: InvoiceItem): void {
    const ids = this.#waiting.get(customer) ?? new Set();
    if (invoice === null) ids.add(id);
    else ids.delete(id);
    if (ids.size > 0) this.#waiting.set(customer, ids);
    else this.#waiting.delete(customer);
  }

  /** Compares two objects of a kind by insertion, including tombstones: negative if `one` is older. */
  orderOf(kind: string): (one: string, other: string) => number {
    const places = new Map([...this.#ofKind(kind).keys()].map((id, place) => [id, place]));
    return (one, other) => (places.get(one) ?? -1) - (places.get(other) ?? -1);
  }

  countByKind(): Record<string, number> {
    return Object.fromEntries([...this.#byKind].map(([kind, objects]) => [kind, objects.size]));
  }

  #ofKind(kind: string): Map<string, StoredObject> {
    const objects = this.#byKind.get(kind) ?? new Map<string, StoredObject>();
    this.#byKind.set(kind, objects);
    return objects;
  }

  #tell(change: StoredObject | Removal): void {
    for (const tell of this.#listeners) tell(change);
  }
}

function isOf<K extends Kind>(object: StoredObject, kind: K): object is Objects[K] {
  return object.object === kind && !('deleted' in object);
}
