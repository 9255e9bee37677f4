import { goodStatuses } from '@washdesk/rules/plans/statuses';
import { searchable } from '@washdesk/rules/text/text';
import { sql } from 'kysely';
import type { Db } from '../../../db/pool.ts';

/**
 * The order of hits: an exact code, then codes that begin with the term, then cards, then the rest; in each members before others, the
 * youngest first.
 */
export interface SearchCursor {
  rank: number;
  /** Epoch seconds. */
  created: number;
  id: string;
}

export interface Search {
  /** As typed, for names and e-mails. */
  words: string[];
  /** Upper-cased without blanks, for plates and tags. */
  code: string;
  /** Bare digits, for phones. */
  digits: string | null;
  last4: string | null;
}

const escaped = (text: string): string => text.replace(/[\\%_]/g, (character) => `\\${character}`);

/** Every word must occur somewhere in name, e-mail, phone or codes; or a code contains the term; or a card ends with it. */
function matches(search: Search) {
  const words = search.words.map(searchable).filter(Boolean);
  // a comma alone holds no word, and matches nobody
  const every = words.length
    ? sql.join(
        words.map((word) => sql`c.search like ${`%${escaped(word)}%`}`),
        sql` and `,
      )
    : sql`false`;
  const phone = search.digits ? sql`or c.search like ${`%${search.digits}%`}` : sql``;
  const card = search.last4
    ? sql`or exists (select 1 from mirror_payment_method m where m.customer = c.id and m.last4 = ${search.last4} and m.deleted_at is null)`
    : sql``;
  return sql<boolean>`((${every}) or exists (select 1 from customer_code k where k.customer = c.id and k.code like ${`%${escaped(search.code)}%`}) ${phone} ${card})`;
}

const closeness = (search: Search) => sql<number>`case
  when exists (select 1 from customer_code k where k.customer = c.id and k.code = ${search.code}) then 0
  when exists (select 1 from customer_code k where k.customer = c.id and k.code like ${`${escaped(search.code)}%`}) then 1
  when ${search.last4}::text is not null
    and exists (select 1 from mirror_payment_method m where m.customer = c.id and m.last4 = ${search.last4}) then 2
  else 3 end`;

/** Of two customers with one plate the member comes first, whom a lane would admit. */
const rank = (search: Search) => sql<number>`2 * (${closeness(search)}) + case
  when exists (select 1 from mirror_subscription s where s.customer = c.id and s.deleted_at is null and s.status = any(${[...goodStatuses]})) then 0
  else 1 end`;

export interface Hit {
  id: string;
  rank: number;
  /** Epoch seconds. */
  created: number;
}

/** One page of hits behind the cursor, and one more so that the caller sees whether there is another page. */
export async function findCustomers(db: Db, search: Search, after: SearchCursor | null, most: number): Promise<Hit[]> {
  const behind = after ? sql`where (h.rank, -h.created, h.id) > (${after.rank}::integer, -(${after.created}::float8), ${after.id})` : sql``;
  const { rows } = await sql<Hit>`
    select h.id, h.rank, h.created
    from (select c.id, extract(epoch from c.created)::float8 as created, ${rank(search)} as rank from mirror_customer c where ${matches(search)}) h
    ${behind}
    order by h.rank, -h.created, h.id
    limit ${most + 1}`.execute(db);
  return rows;
}

export async function countCustomers(db: Db, search: Search): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from mirror_customer c where ${matches(search)}`.execute(db);
  return rows[0]!.count;
}

export async function customersWithCode(db: Db, code: string): Promise<string[]> {
  const rows = await db.selectFrom('customer_code').select('customer').distinct().where('code', '=', code).execute();
  return rows.map((row) => row.customer);
}
