import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { normalizeCode, withoutMarker } from '@washdesk/rules/codes/codes';
import type { PersonalTables } from './personal-data.ts';
import type { Db, Tx } from './pool.ts';

interface ErasedCodeTable {
  /** A keyed hash of the code: a plain one of a plate could be guessed. */
  hash: Buffer;
  erasure: string;
}

declare module './schema.ts' {
  interface Database {
    erased_code: ErasedCodeTable;
  }
}

export const personalData = { erased_code: { plain: ['hash', 'erasure'] } } satisfies PersonalTables;

/** Replaces a code of an erased customer in rows that need a text. */
export const erasedText = 'erased';

/** What may be a code in a longer text. */
const codeLike = /[\p{L}\p{N}+~-]{4,40}/gu;

/** Returns a JSON value with each text, number and name changed. In JSON itself, the letter of an escape would be read as part of a code. */
function withTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value === 'number') {
    const changed = change(String(value));
    return changed === String(value) ? value : changed;
  }
  if (Array.isArray(value)) return value.map((item) => withTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [change(name), withTexts(item, change)]));
}

/**
 * The plates, tags and cards of erased customers: a site may report what it recorded before an erasure long after it
 * (docs/rules/privacy.md#erasure). Whether a report is about the erased customer or about a later owner of the plate, its own time says.
 */
export class ErasedCodes {
  readonly #key: Buffer;

  /** @param key of the hashes, derived from a private key of the installation */
  constructor(key: Buffer) {
    this.#key = key;
  }

  /** Records the codes of a customer who is being erased. Codes that another customer has by now are that customer's. */
  async mark(tx: Tx, erasure: string, { customer, codes }: { customer: string; codes: readonly string[] }): Promise<void> {
    await sql`
      insert into erased_code (hash, erasure)
      select hash, ${erasure} from unnest(${codes}::text[], ${codes.map((code) => this.#hashOf(code))}::bytea[]) given (code, hash)
      where not exists (select from customer_code k where k.code = given.code and k.customer <> ${customer})
      on conflict do nothing`.execute(tx);
  }

  /**
   * Returns the alias of the customer to whom a sale belonged who was erased since; null for a sale of anyone else. Sitewatch's number counts
   * only if no customer has the code: a restored Sitewatch gives numbers again.
   */
  async aliasOf(tx: Tx, sale: { code: string | null; site: number; objid: number | null; at: Date }): Promise<string | null> {
    const { code, site, objid, at } = sale;
    const { rows } = await sql<{ alias: string }>`
      select e.alias from erasure e
      where e.asked >= ${at} and (
        e.id in (select erasure from erased_code where hash = ${code === null ? null : this.#hashOf(code)}::bytea)
        or (${objid}::integer is not null and e.sites @> jsonb_build_array(jsonb_build_object('site', ${site}::integer, 'objid', ${objid}::integer))
          and not exists (select from customer_code k where k.code = ${code}::text)))
      order by e.asked limit 1`.execute(tx);
    return rows[0]?.alias ?? null;
  }

  /** Returns those of the codes that were an erased customer's, and that no customer has now. */
  async among(db: Db | Tx, codes: readonly string[]): Promise<Set<string>> {
    const { rows } = await sql<{ code: string }>`
      select code from unnest(${codes}::text[], ${codes.map((code) => this.#hashOf(code))}::bytea[]) given (code, hash)
      where exists (select from erased_code c where c.hash = given.hash)
        and not exists (select from customer_code k where k.code = given.code)`.execute(db);
    return new Set(rows.map(({ code }) => code));
  }

  /** Returns those of the codes that were this erasure's customer's. */
  async ofErasure(db: Db, erasure: string, codes: readonly string[]): Promise<string[]> {
    const { rows } = await sql<{ code: string }>`
      select code from unnest(${codes}::text[], ${codes.map((code) => this.#hashOf(code))}::bytea[]) given (code, hash)
      where exists (select from erased_code c where c.hash = given.hash and c.erasure = ${erasure})`.execute(db);
    return rows.map(({ code }) => code);
  }

  /** Returns the value without codes of customers who were erased after `at`, in any of its texts. */
  async withoutErased(tx: Tx, value: unknown, at: Date): Promise<unknown> {
    const found = new Set<string>();
    withTexts(value, (text) => {
      for (const code of text.match(codeLike) ?? []) found.add(code);
      return text;
    });
    const texts = [...found];
    if (texts.length === 0) return value;
    const { rows } = await sql<{ text: string }>`
      select text from unnest(${texts}::text[], ${texts.map((text) => this.#hashOf(text))}::bytea[]) given (text, hash)
      where exists (select from erased_code c join erasure e on e.id = c.erasure where c.hash = given.hash and e.asked >= ${at})`.execute(
      tx,
    );
    if (rows.length === 0) return value;
    const erased = new Set(rows.map(({ text }) => text));
    return withTexts(value, (text) => text.replaceAll(codeLike, (code) => (erased.has(code) ? erasedText : code)));
  }

  #hashOf(code: string): Buffer {
    return createHmac('sha256', this.#key)
      .update(normalizeCode(withoutMarker(code)))
      .digest();
  }
}
