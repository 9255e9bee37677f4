import { sql, type RawBuilder } from 'kysely';
import { memberStatuses, notRunningStatuses } from '@washdesk/rules/plans/statuses';
import type { Db } from '../../../db/pool.ts';

/** Order of hits: exact code, codes that begin with the term, cards, then the rest; within each, members first, then newest first. */
export interface SearchHit {
  id: string;
  rank: number;
  /** Epoch seconds. */
  created: number;
}

export interface Search {
  /** The type of the whole term if it is a code, a phone number (ten digits) or an email (lowercase). */
  whole: { kind: 'code' | 'phone' | 'email'; value: string } | null;
  /** The words of the term in comparable form, for names, emails, phones and codes. */
  words: readonly string[];
  /** The term in uppercase without spaces, for plates and tags. */
  code: string;
  /** The digits of the term, for phones. */
  digits: string | null;
  last4: string | null;
}

/** Maximum number ranked of codes that begin with the term and cards that end with it; a term with more is too broad. */
const mostCandidates = 200;
/** Maximum number ranked of customers found by words through the index. */
const mostMatches = 3_000;
/** Number of newest customers searched first, for very common words. */
const firstLook = 600;
const farthestLook = 8_000;
/** With fewer members among the newest customers, the word is rare enough for the index. */
const fewAmongYoungest = 4;

const escaped = (text: string): string => text.replace(/[\\%_]/g, (character) => `\\${character}`);

const lettersIn = (word: string): number => word.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/** A word shorter than three letters is matched only at beginnings: the index is built on trigrams. */
const isShort = (word: string): boolean => lettersIn(word) < 3;

/** Uses no index: it narrows the matches of other conditions. */
function narrowedBy(word: string): RawBuilder<boolean> {
  if (!isShort(word)) return sql<boolean>`strpos(c.search, ${word}) > 0`;
  return lettersIn(word) === 0 ? sql<boolean>`strpos(c.search, ${word}) > 0` : sql<boolean>`strpos(' ' || c.search, ${` ${word}`}) > 0`;
}

/** An email is found by its local part, because very many share a domain. */
function byItsIndex(word: string): RawBuilder<boolean> {
  const [mailbox = '', domain] = word.split('@');
  if (domain === undefined || isShort(mailbox)) return sql<boolean>`c.search like ${`%${escaped(word)}%`}`;
  return sql<boolean>`c.search like ${`%${escaped(mailbox)}@%`} and ${narrowedBy(word)}`;
}

/** The number of letters in the indexes `mirror_customer_first_word` and `mirror_customer_second_word`. */
const indexedLetters = 10;

/** Matches the first two words of the name, in either order. */
function beginsName(word: string): RawBuilder<boolean> {
  const beginning = `${escaped(word.slice(0, indexedLetters))}%`;
  return sql<boolean>`(left(c.search, ${sql.lit(indexedLetters)}) like ${beginning}
    or left(split_part(c.search, ' ', 2), ${sql.lit(indexedLetters)}) like ${beginning})`;
}

/** Every word must occur in name, email, phone or codes, or the phone number must match. Returns null if no customer can match. */
function matching({ words, digits }: Search): RawBuilder<boolean> | null {
  const [long, short] = [words.filter((word) => !isShort(word)), words.filter(isShort)];
  const beginnings = short.filter((word) => lettersIn(word) > 0);
  const conditions =
    long.length > 0 ? [...long.map(byItsIndex), ...short.map(narrowedBy)] : [...beginnings.map(beginsName), ...short.map(narrowedBy)];
  // a comma or a percent sign contains no word
  if (long.length + beginnings.length === 0) return null;
  const every = sql.join(conditions, sql` and `);
  return digits ? sql<boolean>`((${every}) or c.search like ${`%${digits}%`})` : sql<boolean>`(${every})`;
}

/** Whether a lane would admit customer `c`. The limit forces one lookup per customer, regardless of the planner's estimates. */
const isMember = sql<boolean>`coalesce((select true from mirror_subscription s
  where s.customer = c.id and s.deleted_at is null and s.status = any(${[...memberStatuses]}) limit 1), false)`;

const asHit = sql`c.id, extract(epoch from c.created)::float8 as created`;

/** Returns customers with exactly this code, phone number or email; the user means only these. */
export async function findWhole(db: Db, { kind, value }: NonNullable<Search['whole']>, most: number): Promise<SearchHit[]> {
  const customers = {
    code: sql`select customer as id from customer_code where code = ${value}`,
    phone: sql`select id from mirror_customer where right(regexp_replace(phone, '[^0-9]', '', 'g'), 10) = ${value}`,
    email: sql`select id from mirror_customer where lower(email) = ${value}`,
  };
  const { rows } = await sql<SearchHit>`
    select ${asHit}, case when ${isMember} then 0 else 1 end as rank
    from (select distinct id from (${customers[kind]}) found limit ${mostCandidates}) candidate join mirror_customer c on c.id = candidate.id
    order by rank, c.created desc, c.id limit ${most}`.execute(db);
  return rows;
}

/** Returns hits by code and by card, each from its own index. */
export async function findByCode(db: Db, { code, last4 }: Search, most: number): Promise<SearchHit[]> {
  const cards = last4
    ? sql`union all (select customer, 2 from mirror_payment_method
        where last4 = ${last4} and deleted_at is null and customer is not null limit ${mostCandidates})`
    : sql``;
  const { rows } = await sql<SearchHit>`
    with candidate as materialized (
      select customer, min(closeness) as closeness from (
        (select customer, 0 as closeness from customer_code where code = ${code} limit ${mostCandidates})
        union all (select customer, 1 from customer_code where code like ${`${escaped(code)}%`} limit ${mostCandidates})
        ${cards}
      ) found group by customer
    )
    select ${asHit}, 2 * candidate.closeness + case when ${isMember} then 0 else 1 end as rank
    from candidate join mirror_customer c on c.id = candidate.customer
    order by rank, c.created desc, c.id limit ${most}`.execute(db);
  return rows;
}

const memberByWord = 6;
const otherByWord = 7;

/** Returns members among the newest customers that match the words. */
async function lookAmongYoungest(db: Db, matches: RawBuilder<boolean>, youngest: number, most: number): Promise<SearchHit[]> {
  const { rows } = await sql<SearchHit>`
    select ${asHit}, ${sql.lit(memberByWord)} as rank
    from (select id, created, search from mirror_customer order by created desc, id limit ${youngest}) c
    where ${matches} and ${isMember}
    order by c.created desc, c.id limit ${most}`.execute(db);
  return rows;
}

/** Returns customers that match the words, from the word index. */
async function lookInIndex(db: Db, matches: RawBuilder<boolean>, most: number): Promise<SearchHit[]> {
  const { rows } = await sql<SearchHit>`
    with matched as materialized (select c.id, c.created from mirror_customer c where ${matches}),
    candidate as materialized (select id, created from matched limit ${mostMatches}),
    youngest_first as materialized (select id, created from candidate order by created desc, id),
    member as materialized (select c.id, c.created from youngest_first c where ${isMember} limit ${most}),
    other as materialized (
      select c.id, c.created from youngest_first c where not ${isMember} limit greatest(0, ${most}::int - (select count(*) from member))
    )
    select ${asHit}, ${sql.lit(memberByWord)} as rank from member c
    union all select ${asHit}, ${sql.lit(otherByWord)} from other c
    order by rank, created desc, id`.execute(db);
  return rows;
}

/**
 * Returns hits by words, members first, newest first. Very common words are searched among the newest customers, where the index would be
 * slower; all others in the index.
 */
export async function findByWords(db: Db, search: Search, most: number): Promise<SearchHit[]> {
  const matches = matching(search);
  if (!matches) return [];
  const first = await lookAmongYoungest(db, matches, firstLook, most);
  if (first.length >= most) return first;
  if (first.length >= fewAmongYoungest) {
    const farther = Math.min(farthestLook, Math.ceil((1.5 * firstLook * most) / first.length));
    const further = await lookAmongYoungest(db, matches, farther, most);
    if (further.length >= most) return further;
  }
  return lookInIndex(db, matches, most);
}

export async function customersWithCode(db: Db, code: string): Promise<string[]> {
  const rows = await db.selectFrom('customer_code').select('customer').distinct().where('code', '=', code).execute();
  return rows.map((row) => row.customer);
}

/** Returns the price of the customer's running plan, otherwise of the latest one; null without any. */
export async function latestPriceOf(db: Db, customer: string): Promise<string | null> {
  const row = await db
    .selectFrom('mirror_subscription')
    .select('price')
    .where('customer', '=', customer)
    .where('deleted_at', 'is', null)
    .orderBy((on) => on('status', 'in', notRunningStatuses))
    .orderBy('created', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.price ?? null;
}
