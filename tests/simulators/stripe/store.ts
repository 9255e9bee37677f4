import type { Charge } from './objects/charge.ts';
import type { Customer, DeletedCustomer } from './objects/customer.ts';
import type { PaymentMethod } from './objects/payment-method.ts';
import type { Price } from './objects/price.ts';
import type { Product } from './objects/product.ts';
import type { Subscription } from './objects/subscription.ts';
import type { SubscriptionSchedule } from './objects/subscription-schedule.ts';
import type { Location, Reader } from './objects/terminal.ts';

/** Every object the stand-in keeps, by its `object` tag, with references as ids. */
export interface Objects {
  customer: Customer;
  product: Product;
  price: Price;
  subscription: Subscription;
  subscription_schedule: SubscriptionSchedule;
  payment_method: PaymentMethod;
  charge: Charge;
  'terminal.location': Location;
  'terminal.reader': Reader;
}

export type Kind = keyof Objects;
export type StoredObject = Objects[Kind] | DeletedCustomer;
type Listener = (object: StoredObject) => void;

/** All objects in memory, oldest first. Whoever wants to keep them on disk listens to changes. */
export class Store {
  readonly #objects = new Map<string, StoredObject>();
  readonly #listeners: Listener[] = [];

  /** Adds an object, or replaces the one of that id in its place. */
  put(object: StoredObject): void {
    this.#objects.set(object.id, object);
    for (const tell of this.#listeners) tell(object);
  }

  onChange(listener: Listener): void {
    this.#listeners.push(listener);
  }

  /** Any object by its id, a deleted customer's tombstone included. */
  find(id: string): StoredObject | undefined {
    return this.#objects.get(id);
  }

  get<K extends Kind>(kind: K, id: string): Objects[K] | undefined {
    const object = this.#objects.get(id);
    return object && isOf(object, kind) ? object : undefined;
  }

  /** Newest first, as every list of Stripe's. */
  list<K extends Kind>(kind: K): Objects[K][] {
    const found: Objects[K][] = [];
    for (const object of this.#objects.values()) if (isOf(object, kind)) found.push(object);
    return found.toReversed();
  }

  countByKind(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const { object } of this.#objects.values()) counts[object] = (counts[object] ?? 0) + 1;
    return counts;
  }
}

function isOf<K extends Kind>(object: StoredObject, kind: K): object is Objects[K] {
  return object.object === kind && !('deleted' in object);
}
