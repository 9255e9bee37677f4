import { sql, type Kysely } from 'kysely';

export const transactional = false;

/** For failed renewals: the few invoices that are unpaid. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index concurrently if exists mirror_invoice_open`.execute(db);
  await sql`create index concurrently mirror_invoice_open on mirror_invoice (created) where status = 'open' and deleted_at is null`.execute(
    db,
  );
}
