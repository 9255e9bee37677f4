import { sql } from 'kysely';
import { customerKeys } from '@washdesk/rules/company/metadata-keys';
import type { Db } from '../../../db/pool.ts';

/** Returns a customer's unpaid invoices, oldest first; amounts in cents. */
export async function openInvoicesOf(db: Db, customer: string): Promise<{ id: string; amount: number; created: string }[]> {
  const { rows } = await sql<{ id: string; amount: number; created: Date }>`
    select id, (object->>'amount_remaining')::integer as amount, created from mirror_invoice
    where customer = ${customer} and status = 'open' and deleted_at is null and (object->>'amount_remaining')::integer > 0
    order by created, id`.execute(db);
  return rows.map(({ created, ...own }) => ({ ...own, created: created.toISOString() }));
}

/** Returns whose card page a session is; null for a session that Washdesk did not open for a member. */
export async function customerOfCardPage(db: Db, session: string): Promise<string | null> {
  const job = await db
    .selectFrom('job')
    .select('customer')
    .where('what', '=', 'member-card.complete')
    .where('key', '=', session)
    .executeTakeFirst();
  return job?.customer ?? null;
}

export async function cardPagesSince(db: Db, customer: string, since: Date): Promise<number> {
  const { pages } = await db
    .selectFrom('job')
    .select(sql<number>`count(*)::integer`.as('pages'))
    .where('what', '=', 'member-card.complete')
    .where('customer', '=', customer)
    .where('created', '>', since)
    .executeTakeFirstOrThrow();
  return pages;
}

/** Whether an invoice is this customer's. */
export async function isInvoiceOf(db: Db, id: string, customer: string): Promise<boolean> {
  const row = await db.selectFrom('mirror_invoice').select('id').where('id', '=', id).where('customer', '=', customer).executeTakeFirst();
  return row !== undefined;
}

const savedPlate = sql.lit(`metadata.${customerKeys.plate}`);

/** Returns when the plan last moved from one plate to another, also at the counter: the audit has each move, in its own transaction. */
export async function lastPlateMove(db: Db, customer: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select a.at from audit_personal p join audit a on a.id = p.audit
    where p.subject = ${`customer:${customer}`} and a.action = 'customer.saved'
      and p.before->>${savedPlate} <> '' and p.after->>${savedPlate} <> ''
    order by a.at desc limit 1`.execute(db);
  return rows[0]?.at ?? null;
}
