import { sql } from 'kysely';
import type { Db } from '../../../db/pool.ts';

/**
 * Whether a customer with this e-mail address or plate exists at the provider or a site, or the plate is claimed for a customer being
 * created. Ignores deleted customers.
 */
export async function hasAccount(db: Db, email: string, plate: string): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select exists (select 1 from mirror_customer where lower(email) = lower(${email}) and deleted_at is null)
      or exists (select 1 from customer_code where code = ${plate})
      or exists (select 1 from code_claim where code = ${plate}) as known`.execute(db);
  return rows[0]?.known === true;
}
