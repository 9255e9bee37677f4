import { sql } from 'kysely';
import type { Customer } from '@washdesk/contracts/members/customer';
import { taxRatesOfPlan } from '@washdesk/rules/billing/plan-tax';
import { subscriptionKeys } from '@washdesk/rules/company/metadata-keys';
import { beforeDiscounts, isDiscounted, subscriptionTerms } from '@washdesk/rules/plans/plan-price';
import type { ProviderCustomer, ProviderPrice, ProviderProduct, ProviderSubscription } from '../../../common/provider-objects.ts';
import type { Db } from '../../../db/pool.ts';

type SubscriptionView = Customer['subscriptions']['data'][number];

interface Catalogue {
  prices: Map<string, ProviderPrice>;
  products: Map<string, ProviderProduct>;
}

function planView(priceId: string | undefined, { prices, products }: Catalogue): SubscriptionView['plan'] {
  const price = priceId ? prices.get(priceId) : undefined;
  if (!price) return null;
  const product = products.get(price.product);
  return {
    id: price.id,
    nickname: price.nickname,
    amount: price.unit_amount,
    product: product ? { id: product.id, name: product.name, metadata: product.metadata } : null,
  };
}

function subscriptionView(subscription: ProviderSubscription, catalogue: Catalogue, customer: ProviderCustomer): SubscriptionView {
  const item = subscription.items.data[0];
  return {
    id: subscription.id,
    status: subscription.status,
    created: subscription.created,
    current_period_start: item?.current_period_start ?? null,
    current_period_end: item?.current_period_end ?? null,
    cancel_at_period_end: subscription.cancel_at_period_end,
    canceled_at: subscription.canceled_at,
    ended_at: subscription.ended_at,
    terms: beforeDiscounts(
      subscriptionTerms(
        subscription.items.data.map((own) => ({ ...own, price: catalogue.prices.get(own.price.id) ?? own.price })),
        taxRatesOfPlan(subscription, customer),
      ),
      isDiscounted(subscription, customer),
    ),
    plan: planView(item?.price.id, catalogue),
    ...(subscription.metadata[subscriptionKeys.incomplete] === 'true' && { incomplete: true as const }),
  };
}

function customerView(id: string, deleted: boolean, object: ProviderCustomer) {
  return {
    id,
    deleted,
    name: object.name ?? null,
    email: object.email ?? null,
    phone: object.phone ?? null,
    created: object.created ?? 0,
    tax_exempt: object.tax_exempt ?? null,
    address: object.address ?? null,
    metadata: object.metadata ?? {},
  };
}

/** Returns the prices of the customers' plans with their products. */
async function catalogueOf(db: Db, customers: readonly string[]): Promise<Catalogue> {
  const rows = await db
    .selectFrom('mirror_price as price')
    .leftJoin('mirror_product as product', 'product.id', 'price.product')
    .select(['price.id', 'price.object as price', 'product.object as product'])
    .where('price.id', '=', sql<string>`any(array(select price from mirror_subscription where customer = any(${customers}::text[])))`)
    .execute();
  const products = rows.flatMap((row) => row.product ?? []);
  return {
    prices: new Map(rows.map((row) => [row.id, row.price])),
    products: new Map(products.map((product) => [product.id, product])),
  };
}

/** A customer at the provider, with its deleted flag. */
export interface Person {
  id: string;
  object: ProviderCustomer;
  deleted: boolean;
}

/** Returns customers as the app shows them, in the order of `ids`; skips ids missing from the mirror. */
export async function viewCustomers(db: Db, ids: readonly string[]): Promise<Customer[]> {
  if (ids.length === 0) return [];
  const [rows, belongings] = await Promise.all([
    db.selectFrom('mirror_customer').select(['id', 'object', 'deleted_at']).where('id', 'in', ids).execute(),
    plansAndCards(db, ids),
  ]);
  const byId = new Map(rows.map(({ id, object, deleted_at }) => [id, { id, object, deleted: deleted_at !== null }]));
  return ids.flatMap((id) => byId.get(id) ?? []).map((person) => viewOf(person, belongings));
}

/** Returns a customer with its plans and cards from the mirror. */
export async function viewPerson(db: Db, person: Person): Promise<Customer> {
  return viewOf(person, await plansAndCards(db, [person.id]));
}

/** Reads the customers' plans and cards in parallel, to save round trips to the database. */
async function plansAndCards(db: Db, customers: readonly string[]) {
  const [subscriptions, cards, catalogue] = await Promise.all([
    db
      .selectFrom('mirror_subscription')
      .select(['customer', 'object'])
      .where('customer', 'in', customers)
      .orderBy('created', 'desc')
      .execute(),
    db
      .selectFrom('mirror_payment_method')
      .select(({ fn, ref }) => ['customer', 'brand', 'last4', fn.coalesce(ref('fingerprint'), ref('id')).as('card')])
      .where('customer', 'in', customers)
      .where('deleted_at', 'is', null)
      .execute(),
    catalogueOf(db, customers),
  ]);
  return { subscriptions, cards, catalogue };
}

function viewOf({ id, object, deleted }: Person, { subscriptions, cards, catalogue }: Awaited<ReturnType<typeof plansAndCards>>): Customer {
  const own = subscriptions.filter(({ customer }) => customer === id).map((one) => subscriptionView(one.object, catalogue, object));
  // Stripe stores a card again each time it is captured
  const ownCards = new Map(
    cards.flatMap(({ customer, brand, last4, card }) => (customer === id && brand && last4 ? [[card, { brand, last4 }] as const] : [])),
  );
  return { ...customerView(id, deleted, object), subscriptions: { data: own }, cards: [...ownCards.values()] };
}
