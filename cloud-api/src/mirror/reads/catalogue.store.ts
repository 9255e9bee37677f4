import { sql } from 'kysely';
import { notRunningStatuses } from '@washdesk/rules/plans/statuses';
import type { ProviderLocation, ProviderPrice, ProviderProduct } from '../../common/provider-objects.ts';
import type { Db } from '../../db/pool.ts';

export interface PriceAndProduct {
  price: ProviderPrice;
  product: ProviderProduct;
}

function pricesWithProducts(db: Db) {
  return db
    .selectFrom('mirror_price')
    .innerJoin('mirror_product', 'mirror_product.id', 'mirror_price.product')
    .select(['mirror_price.object as price', 'mirror_product.object as product'])
    .where('mirror_price.deleted_at', 'is', null);
}

/** Returns a price with its product, archived ones too: a member may still pay them. */
export async function priceById(db: Db, id: string): Promise<PriceAndProduct | null> {
  return (await pricesWithProducts(db).where('mirror_price.id', '=', id).executeTakeFirst()) ?? null;
}

export function pricesById(db: Db, ids: readonly string[]): Promise<PriceAndProduct[]> {
  return ids.length === 0 ? Promise.resolve([]) : pricesWithProducts(db).where('mirror_price.id', 'in', ids).execute();
}

export function allPrices(db: Db): Promise<PriceAndProduct[]> {
  return pricesWithProducts(db).execute();
}

/** Returns a version that changes whenever a price or a product is written. */
export async function catalogueVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select (select count(*) || '-' || coalesce(max(read_seq), 0) from mirror_price) || '-' ||
      (select count(*) || '-' || coalesce(max(read_seq), 0) from mirror_product) as version`.execute(db);
  return rows[0]!.version;
}

export async function allProducts(db: Db): Promise<ProviderProduct[]> {
  const rows = await db.selectFrom('mirror_product').select('object').where('deleted_at', 'is', null).orderBy('id').execute();
  return rows.map((row) => row.object);
}

export async function allLocations(db: Db): Promise<ProviderLocation[]> {
  const rows = await db.selectFrom('mirror_location').select('object').where('deleted_at', 'is', null).execute();
  return rows.map((row) => row.object);
}

/** Counts the customers with a plan of this product that has not ended. */
export async function membersOfProduct(db: Db, product: string): Promise<number> {
  const { rows } = await sql<{ members: number }>`
    select count(distinct s.customer)::integer as members from mirror_subscription s join mirror_price p on p.id = s.price
    where p.product = ${product} and s.deleted_at is null and s.status <> all(${notRunningStatuses}::text[])`.execute(db);
  return rows[0]?.members ?? 0;
}
