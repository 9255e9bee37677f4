import { sql } from 'kysely';
import { codesOneSlipAway, wordsOneSlipAway } from '@washdesk/rules/codes/code-forms';
import { comparableCodeColumn } from '../../../db/comparable-code.ts';
import type { Db } from '../../../db/pool.ts';

/** Candidates compared in detail. */
const most = 60;

/** A customer whose plate, tag or name resembles a term, with the matching text. */
export interface Candidate {
  id: string;
  text: string;
}

const nameWords = sql`string_to_array(translate(lower(name), ',', ''), ' ')`;

/**
 * Returns holders of codes that differ from one of these comparable codes by one typo or by look-alike characters. The few hundred forms
 * are looked up one by one, which takes milliseconds; for a list of all forms the planner would scan the whole table.
 */
export async function holdersOfSimilarCodes(db: Db, codes: readonly string[]): Promise<Candidate[]> {
  const forms = [...new Set(codes.flatMap(codesOneSlipAway))];
  const { rows } = await sql<Candidate>`
    select holder.* from unnest(${forms}::text[]) form
    cross join lateral (select customer as id, code as text from customer_code where ${comparableCodeColumn} = form limit ${most}) holder
    limit ${most}`.execute(db);
  return rows;
}

/** Returns customers whose name contains each of these words, or a word one typo away; requires at least one word. */
export async function customersWithSimilarNames(db: Db, words: readonly string[]): Promise<Candidate[]> {
  const [longest, ...others] = words.toSorted((a, b) => b.length - a.length).map(wordsOneSlipAway);
  const alike = others.map((forms) => sql`and ${nameWords} && ${forms}::text[]`);
  const { rows } = await sql<Candidate>`
    select customer.* from unnest(${longest}::text[]) form
    cross join lateral (
      select id, name as text from mirror_customer where deleted_at is null and ${nameWords} @> array[form] ${sql.join(alike, sql` `)} limit ${most}
    ) customer
    limit ${most}`.execute(db);
  return rows;
}
