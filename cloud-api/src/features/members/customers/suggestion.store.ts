import { slipsOfCode, slipsOfWord } from '@washdesk/rules/codes/code-forms';
import { sql } from 'kysely';
import type { Db } from '../../../db/pool.ts';

/** Candidates that are looked at more closely. */
const most = 60;

/** A customer whose plate, tag or name resembles a term, with the text that does. */
export interface Candidate {
  id: string;
  text: string;
}

/**
 * A code without its state as its index holds it: the comparable form of `@washdesk/rules/codes/code-forms`. All forms that one slip may have made
 * are looked up, a few hundred: that takes milliseconds where likeness by trigrams is shared by tens of thousands of codes.
 */
const comparable = sql`translate(split_part(code, '-', 1), 'OQDILZSGB+', '000112568')`;

/** Holders of a code that one slip, or characters that look alike, make of one of these comparable codes. */
export async function holdersOfAlikeCodes(db: Db, codes: readonly string[]): Promise<Candidate[]> {
  const forms = [...new Set(codes.flatMap(slipsOfCode))];
  const { rows } = await sql<Candidate>`
    select customer as id, code as text from customer_code where ${comparable} = any(${forms}::text[]) order by code limit ${most}`.execute(
    db,
  );
  return rows;
}

/** Customers of whose name each of these words is a word, or one slip away from it. */
export async function customersOfAlikeNames(db: Db, words: readonly string[]): Promise<Candidate[]> {
  const alike = words.map((word) => sql`string_to_array(translate(lower(name), ',', ''), ' ') && ${slipsOfWord(word)}::text[]`);
  const { rows } = await sql<Candidate>`
    select id, name as text from mirror_customer where deleted_at is null and ${sql.join(alike, sql` and `)} limit ${most}`.execute(db);
  return rows;
}
