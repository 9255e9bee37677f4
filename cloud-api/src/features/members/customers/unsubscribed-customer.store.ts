import { sql } from 'kysely';
import type { Db } from '../../../db/pool.ts';

/**
 * Returns a customer that a sign-up left without a plan, with exactly these codes and no other holder of any of them. The next sign-up with
 * these codes reuses it.
 */
export async function unsubscribedCustomerWith(db: Db, codes: readonly string[]): Promise<string | null> {
  const { rows } = await sql<{ customer: string }>`
    select k.customer from customer_code k
    where k.source = 'stripe' and k.customer in (select customer from customer_code where source = 'stripe' and code = any(${codes}::text[]))
      and not exists (select 1 from mirror_subscription s where s.customer = k.customer)
    group by k.customer
    having count(*) = ${codes.length} and bool_and(k.code = any(${codes}::text[]))
    limit 2`.execute(db);
  return rows.length === 1 ? rows[0]!.customer : null;
}
