import type { Tx } from '../../db/pool.ts';
import type { Catalogue, CustomerAggregate } from './memberships.ts';

export async function loadCatalogue(tx: Tx): Promise<Catalogue> {
  const prices = await tx.selectFrom('mirror_price').select(['id', 'object']).execute();
  const products = await tx.selectFrom('mirror_product').select(['id', 'object']).execute();
  return {
    prices: new Map(prices.map((row) => [row.id, row.object])),
    products: new Map(products.map((row) => [row.id, row.object])),
  };
}

/** Deleted customers have no aggregate: their codes are free. A subscription that the provider no longer has gives nothing. */
export async function loadCustomerAggregates(tx: Tx, customers: readonly string[]): Promise<CustomerAggregate[]> {
  if (customers.length === 0) return [];
  const people = await tx
    .selectFrom('mirror_customer')
    .select(['id', 'object'])
    .where('id', 'in', customers)
    .where('deleted_at', 'is', null)
    .execute();
  const subscriptions = await tx
    .selectFrom('mirror_subscription')
    .select(['customer', 'object'])
    .where('customer', 'in', customers)
    .where('deleted_at', 'is', null)
    .execute();
  const schedules = await tx.selectFrom('mirror_schedule').select(['customer', 'object']).where('customer', 'in', customers).execute();
  const subscriptionsOf = Map.groupBy(subscriptions, (row) => row.customer);
  const schedulesOf = Map.groupBy(schedules, (row) => row.customer);
  return people.map(({ id, object }) => ({
    customer: object,
    subscriptions: (subscriptionsOf.get(id) ?? []).map((row) => row.object),
    schedules: (schedulesOf.get(id) ?? []).map((row) => row.object),
  }));
}
