import { sql } from 'kysely';
import type { Db, Tx } from '../db/pool.ts';
import { customerRow, locationRow, priceRow, productRow, scheduleRow, subscriptionRow } from './rows.ts';
import type { ProviderKind, ProviderObjects } from '../db/provider-objects.ts';

const tables = {
  customer: 'mirror_customer',
  product: 'mirror_product',
  price: 'mirror_price',
  subscription: 'mirror_subscription',
  schedule: 'mirror_schedule',
  location: 'mirror_location',
} as const;

/** Taken before the provider is asked, so that an older answer can never overwrite a newer one (design section 4, "Mirror"). */
export async function nextRead(db: Db): Promise<number> {
  const { rows } = await sql<{ seq: number }>`select nextval('mirror_read') as seq`.execute(db);
  return rows[0]!.seq;
}

type RowMakers = { [K in ProviderKind]: (object: ProviderObjects[K]) => Record<string, unknown> & { id: string } };
const rowMakers: RowMakers = {
  customer: customerRow,
  product: productRow,
  price: priceRow,
  subscription: subscriptionRow,
  schedule: scheduleRow,
  location: locationRow,
};

/** Stores what is newer than what is there. @returns the ids that were really written */
export async function storeObjects<K extends ProviderKind>(
  tx: Tx,
  kind: K,
  objects: readonly ProviderObjects[K][],
  readSeq: number,
): Promise<string[]> {
  if (objects.length === 0) return [];
  const table = tables[kind];
  const rows = objects.map((object) => ({
    ...rowMakers[kind](object),
    object: JSON.stringify(object),
    read_seq: readSeq,
    deleted_at: null,
  }));
  const columns = Object.keys(rows[0]!).filter((column) => column !== 'id');
  const written = await tx
    .insertInto(table)
    .values(rows as never)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(Object.fromEntries(columns.map((column) => [column, sql.ref(`excluded.${column}`)])) as never)
        .where(sql<boolean>`${sql.ref(`${table}.read_seq`)} < excluded.read_seq`),
    )
    .returning('id')
    .execute();
  return written.map((row) => row.id);
}

/** A customer deleted at the provider: marked, its last object kept; one never seen before is kept as the provider's stub. */
export async function markDeleted(tx: Tx, customer: string, readSeq: number, at: Date): Promise<void> {
  await tx
    .insertInto('mirror_customer')
    .values({
      ...customerRow({ id: customer }),
      object: JSON.stringify({ id: customer, deleted: true }),
      read_seq: readSeq,
      deleted_at: at,
    })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ read_seq: readSeq, deleted_at: sql`coalesce(mirror_customer.deleted_at, excluded.deleted_at)` })
        .where('mirror_customer.read_seq', '<', readSeq),
    )
    .execute();
}

/** The cards that customers came with, as their default payment method was expanded. */
export async function storeCards(tx: Tx, customers: readonly ProviderObjects['customer'][], readSeq: number): Promise<void> {
  const cards = customers.flatMap((customer) => {
    const method = customer.invoice_settings?.default_payment_method;
    if (!method || typeof method === 'string') return [];
    const card = { id: method.id, customer: customer.id, brand: method.card?.brand ?? method.type, last4: method.card?.last4 ?? null };
    return [{ ...card, object: JSON.stringify(method), read_seq: readSeq, deleted_at: null }];
  });
  if (cards.length === 0) return;
  await tx
    .insertInto('mirror_payment_method')
    .values(cards)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((e) => ({
          object: e.ref('excluded.object'),
          read_seq: e.ref('excluded.read_seq'),
          customer: e.ref('excluded.customer'),
          brand: e.ref('excluded.brand'),
          last4: e.ref('excluded.last4'),
        }))
        .whereRef('mirror_payment_method.read_seq', '<', 'excluded.read_seq'),
    )
    .execute();
}

/** Customers that a complete listing begun at `readSeq` did not contain, and those only their subscriptions speak of. */
export async function customersNotListed(db: Db, readSeq: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from mirror_customer where read_seq < ${readSeq} and deleted_at is null
    union
    select s.customer from mirror_subscription s left join mirror_customer c on c.id = s.customer where c.id is null`.execute(db);
  return rows.map((row) => row.id);
}
