import { sql } from 'kysely';
import type { Db } from '../../../db/pool.ts';

/** How alike, of 1, the trigrams of a term and a code must be: a slip in a short plate leaves about a third of them. */
const leastAlikeCode = 0.3;
/** A name is longer and compared with its own words alone: a slip leaves half of them, and less would be a tenth of all customers. */
const leastAlikeName = 0.45;
/** Candidates that are looked at more closely. */
const most = 60;

/** A customer whose plate, tag or name resembles a term, with the text that does. */
export interface Candidate {
  id: string;
  text: string;
}

/** The candidates, the most alike first, by the trigram indexes. */
export async function alikeCustomers(db: Db, term: string): Promise<Candidate[]> {
  return db.transaction().execute(async (tx) => {
    await sql`select set_config('pg_trgm.similarity_threshold', ${String(leastAlikeCode)}, true),
      set_config('pg_trgm.word_similarity_threshold', ${String(leastAlikeName)}, true)`.execute(tx);
    const { rows } = await sql<Candidate>`
      (select customer as id, code as text from customer_code where code % ${term.toUpperCase()}
        order by similarity(code, ${term.toUpperCase()}) desc limit ${most})
      union all
      (select id, name as text from mirror_customer where ${term.toLowerCase()} <% search and name is not null and deleted_at is null
        order by word_similarity(${term.toLowerCase()}, search) desc limit ${most})`.execute(tx);
    return rows;
  });
}
