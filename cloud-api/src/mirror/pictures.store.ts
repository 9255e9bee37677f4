import type { Tx } from '../db/pool.ts';
import type { Catalogue, CustomerPicture } from './memberships.ts';
import type { ProviderCustomer, ProviderPrice, ProviderProduct, ProviderSchedule, ProviderSubscription } from './objects.ts';

const as = <T>(object: unknown): T => object as T;

export async function loadCatalogue(tx: Tx): Promise<Catalogue> {
  const prices = await tx.selectFrom('mirror_price').select(['id', 'object']).execute();
  const products = await tx.selectFrom('mirror_product').select(['id', 'object']).execute();
  return {
    prices: new Map(prices.map((row) => [row.id, as<ProviderPrice>(row.object)])),
    products: new Map(products.map((row) => [row.id, as<ProviderProduct>(row.object)])),
  };
}

/** Deleted customers have no picture: their codes are free. */
export async function loadPictures(tx: Tx, customers: readonly string[]): Promise<CustomerPicture[]> {
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
    .execute();
  const schedules = await tx.selectFrom('mirror_schedule').select(['customer', 'object']).where('customer', 'in', customers).execute();
  const ofCustomer = <T>(rows: { customer: string; object: unknown }[]): Map<string, T[]> => {
    const grouped = Map.groupBy(rows, (row) => row.customer);
    return new Map([...grouped].map(([id, group]) => [id, group.map((row) => as<T>(row.object))]));
  };
  const subscriptionsOf = ofCustomer<ProviderSubscription>(subscriptions);
  const schedulesOf = ofCustomer<ProviderSchedule>(schedules);
  return people.map(({ id, object }) => ({
    customer: as<ProviderCustomer>(object),
    subscriptions: subscriptionsOf.get(id) ?? [],
    schedules: schedulesOf.get(id) ?? [],
  }));
}
