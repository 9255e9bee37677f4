import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { PersonalTables } from '../../../db/personal-data.ts';
import type { Db, Tx } from '../../../db/pool.ts';

/** An "account found" answer of the public sign-up. Has nothing of what was typed. */
interface OnlineAccountFoundTable {
  id: string;
  at: Date;
  site: number | null;
  matched: 'plate' | 'email' | 'both';
}

declare module '../../../db/schema.ts' {
  interface Database {
    online_account_found: OnlineAccountFoundTable;
  }
}

export const personalData = {
  online_account_found: { plain: ['id', 'at', 'site', 'matched'] },
} satisfies PersonalTables;

export interface AccountMatch {
  plate: boolean;
  email: boolean;
}

export const isMatch = ({ plate, email }: AccountMatch): boolean => plate || email;

/**
 * Whether customers with this plate and this e-mail address exist at the provider or a site, or the plate is claimed for a customer being
 * created. Ignores deleted customers. Both are always looked up, so that the time says nothing.
 */
export async function accountMatch(db: Db, email: string, plate: string): Promise<AccountMatch> {
  const { rows } = await sql<AccountMatch>`
    select (select count(*) from (select 1 from mirror_customer where lower(email) = lower(${email}) and deleted_at is null limit 1) m) > 0 as email,
      (select count(*) from (select 1 from customer_code where code = ${plate} limit 1) c)
      + (select count(*) from (select 1 from code_claim where code = ${plate} limit 1) d) > 0 as plate`.execute(db);
  return rows[0]!;
}

/** Stores the answer: the row, and the count of the site's day for report 2. */
export async function storeAccountFound(tx: Tx, { plate, email }: AccountMatch, site: number | null, at: Date): Promise<void> {
  const matched = plate && email ? 'both' : plate ? 'plate' : 'email';
  await tx.insertInto('online_account_found').values({ id: uuidv7(), at, site, matched }).execute();
  await sql`
    insert into online_attempt (day, attempts)
    select (${at}::timestamptz at time zone coalesce((select time_zone from site where number = ${site}), 'UTC'))::date, 1
    on conflict (day) do update set attempts = online_attempt.attempts + 1`.execute(tx);
}
