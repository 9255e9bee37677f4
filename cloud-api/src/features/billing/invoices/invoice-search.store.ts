import { sql } from 'kysely';
import type { PageCursor } from '../../../common/page-cursor.ts';
import type { ProviderInvoice } from '../../../common/provider-objects.ts';
import type { Db } from '../../../db/pool.ts';

export interface InvoiceSearch {
  receipt: string | null;
  invoice: string | null;
}

export interface FoundInvoice extends PageCursor {
  object: ProviderInvoice;
  subscription: string | null;
  receipt_number: string | null;
  customer: string | null;
  name: string | null;
  email: string | null;
  site: number | null;
}

/** A receipt number belongs to the charge, which pays the invoice through its PaymentIntent; older invoices have their own. */
const withReceipt = (receipt: string) => sql`
  select id from mirror_invoice where receipt_number = ${receipt}
  union
  select paid.id from mirror_charge c join mirror_invoice paid on paid.payment_intent = c.payment_intent
  where c.receipt_number = ${receipt}`;

/** Returns one condition per given field, so that each can use its index. */
function matches({ receipt, invoice }: InvoiceSearch) {
  const conditions = [
    invoice === null ? null : sql`upper(i.number) = upper(${invoice})`,
    receipt === null ? null : sql`i.id in (${withReceipt(receipt)})`,
  ].filter((condition) => condition !== null);
  return sql.join([sql`i.deleted_at is null`, ...conditions], sql` and `);
}

/** Returns the page after the cursor plus one row, which shows whether there is a next page. */
export async function findInvoices(db: Db, search: InvoiceSearch, after: PageCursor | null, most: number): Promise<FoundInvoice[]> {
  const behind = after ? sql`and (i.created, i.id) < (${after.created}, ${after.id})` : sql``;
  const { rows } = await sql<FoundInvoice>`
    select i.id, i.created, i.object, i.subscription, i.customer, c.name, c.email, s.site,
      coalesce(i.receipt_number, (
        select p.receipt_number from mirror_charge p
        where p.payment_intent = i.payment_intent and p.receipt_number is not null limit 1)) as receipt_number
    from mirror_invoice i
    left join mirror_customer c on c.id = i.customer
    left join mirror_subscription s on s.id = i.subscription
    where ${matches(search)} ${behind}
    order by i.created desc, i.id desc
    limit ${most + 1}`.execute(db);
  return rows;
}

export async function countInvoices(db: Db, search: InvoiceSearch): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from mirror_invoice i where ${matches(search)}`.execute(db);
  return rows[0]!.count;
}

/** Newest first, each with the site that sold its subscription. */
export function invoicesOf(db: Db, customer: string): Promise<{ object: ProviderInvoice; site: number | null }[]> {
  return db
    .selectFrom('mirror_invoice as invoice')
    .leftJoin('mirror_subscription as subscription', 'subscription.id', 'invoice.subscription')
    .select(['invoice.object', 'subscription.site'])
    .where('invoice.customer', '=', customer)
    .where('invoice.deleted_at', 'is', null)
    .orderBy('invoice.created', 'desc')
    .orderBy('invoice.id', 'desc')
    .execute();
}
