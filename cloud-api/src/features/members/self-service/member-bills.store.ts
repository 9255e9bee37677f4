import { sql } from 'kysely';
import type { PageCursor } from '../../../common/page-cursor.ts';
import type { ProviderInvoice } from '../../../common/provider-objects.ts';
import type { Db } from '../../../db/pool.ts';

/** A paid invoice that no receipt is about. */
export interface MemberBill extends PageCursor {
  object: ProviderInvoice;
  site: number | null;
}

/** The receipt of a sign-up, charge or plan change names the invoice, or the payment, that it is for. */
const bills = (customer: string) => sql`
  from mirror_invoice i left join mirror_subscription s on s.id = i.subscription
  where i.customer = ${customer} and i.status = 'paid' and i.deleted_at is null
    and not exists (
      select 1 from receipt r
      where r.customer = i.customer and r.about && array_remove(array[i.id, i.payment_intent]::text[], null)
    )`;

/** Returns a page of a customer's bills, newest first, plus one row if there are more. */
export async function billsOf(db: Db, customer: string, after: PageCursor | null, size: number): Promise<MemberBill[]> {
  const behind = after ? sql`and (i.created, i.id collate "C") < (${after.created}, ${after.id})` : sql``;
  const { rows } = await sql<MemberBill>`
    select i.id, i.created, i.object, s.site ${bills(customer)} ${behind}
    order by i.created desc, i.id collate "C" desc limit ${size + 1}`.execute(db);
  return rows;
}

export async function countBillsOf(db: Db, customer: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count ${bills(customer)}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns a customer's paid invoice; null also for another customer's. */
export async function paidInvoiceOf(db: Db, customer: string, id: string): Promise<MemberBill | null> {
  const { rows } = await sql<MemberBill>`
    select i.id, i.created, i.object, s.site
    from mirror_invoice i left join mirror_subscription s on s.id = i.subscription
    where i.id = ${id} and i.customer = ${customer} and i.status = 'paid' and i.deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

/** Returns the name of the product of each of these prices. */
export async function productsOf(db: Db, prices: readonly string[]): Promise<Map<string, string>> {
  if (prices.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    select price.id, product.object->>'name' as name
    from mirror_price price join mirror_product product on product.id = price.product where price.id = any(${prices}::text[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
