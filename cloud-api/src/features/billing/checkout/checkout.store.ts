import { sql } from 'kysely';
import type { Db } from '../../../db/pool.ts';

/**
 * Whether a customer with this e-mail address or plate exists, at the provider or at a site, or the plate is claimed for one who is being
 * created. Deleted customers do not count.
 */
export async function hasAccount(db: Db, email: string, plate: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select 1 from mirror_customer where lower(email) = lower(${email}) and deleted_at is null)
      or exists (select 1 from customer_code where code = ${plate})
      or exists (select 1 from code_claim where code = ${plate}) as known`.execute(db);
  return rows[0]?.known === true;
}

/** The sale of a payment page that Washdesk opened, as its operation stored it; null for any other session. */
export async function saleOfSession(db: Db, session: string): Promise<object | null> {
  const { rows } = await sql<{ sale: object }>`
    select operation.facts as sale from job join operation on operation.id = (job.payload->>'operation')::uuid
    where job.what = 'checkout.complete' and job.key = ${session}`.execute(db);
  return rows[0]?.sale ?? null;
}
