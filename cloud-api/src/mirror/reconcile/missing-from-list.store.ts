import { sql } from 'kysely';
import type { ProviderKind } from '../../common/provider-objects.ts';
import type { Db } from '../../db/pool.ts';
import { mirrorTables } from '../snapshots/tables.ts';

/** Returns objects in the mirror that a listing started at `since` did not contain. */
export async function missingFromList(db: Db, kind: ProviderKind, since: number, most: number): Promise<string[]> {
  // a detached payment method stays detached, and no list contains it
  const listable = kind === 'payment_method' ? sql`and customer is not null` : sql``;
  const { rows } = await sql<{ id: string }>`
    select id from ${sql.table(mirrorTables[kind])} where read_seq < ${since} and deleted_at is null ${listable}
    order by id limit ${most}`.execute(db);
  return rows.map((row) => row.id);
}

/** Returns customers known only from what they bought: deleted before the mirror stored them. */
export async function orphanCustomers(db: Db, most: number): Promise<string[]> {
  const { rows } = await sql<{ customer: string }>`
    select customer from (
      select customer from mirror_subscription union select customer from mirror_invoice union select customer from mirror_charge
    ) named
    where customer is not null and not exists (select 1 from mirror_customer c where c.id = named.customer)
    order by customer limit ${most}`.execute(db);
  return rows.map((row) => row.customer);
}

/** Returns customers whose payment methods can be listed, by id. */
export async function customersAfter(db: Db, last: string | null, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('mirror_customer')
    .select('id')
    .where('deleted_at', 'is', null)
    .where('id', '>', last ?? '')
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map((row) => row.id);
}

/** Returns all customers of the mirror, by id. */
export async function allCustomersAfter(db: Db, last: string, most: number): Promise<string[]> {
  const rows = await db.selectFrom('mirror_customer').select('id').where('id', '>', last).orderBy('id').limit(most).execute();
  return rows.map((row) => row.id);
}
