import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { ownRowsOf, rowsOf, textHolds, type Person, type PersonalTable } from '../../../db/personal-data.ts';
import type { Db, Tx } from '../../../db/pool.ts';

/** The declared tables, by name. */
export type Declared = Readonly<Record<string, PersonalTable>>;

/** The sealed audit keeps its references; an erasure is itself emptied last. */
const neverSearched: ReadonlySet<string> = new Set(['audit', 'audit_seal', 'erasure']);

const isPersonal = ({ customer, also }: PersonalTable): boolean => customer !== undefined || also !== undefined;

/** Returns the tables and columns of the database that no declaration names, and declared ones that it lacks. */
export async function undeclared(db: Db, declared: Declared): Promise<string[]> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select c.relname as table, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname not like 'kysely%'
    group by 1`.execute(db);
  const present = new Map(rows.map(({ table, columns }) => [table, columns]));
  const missing = [...present].flatMap(([table, columns]) => {
    const known = declared[table];
    if (!known) return [table];
    const named = new Set([...known.plain, ...(known.personal ?? []), ...(known.customer ? [known.customer] : [])]);
    return columns
      .filter((column) => !named.delete(column))
      .map((column) => `${table}.${column}`)
      .concat([...named].map((column) => `${table}.${column}`));
  });
  return [...missing, ...Object.keys(declared).filter((table) => !present.has(table))].toSorted();
}

const uncut = (text: string | null | undefined): text is string => typeof text === 'string' && text.trim().length > 0;

const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Returns the last ten digits of a phone number; null for another text. */
const phoneOf = (text: string): string | null => (/^\+?(?:[\s().-]*\d){10,15}$/.test(text) ? text.replaceAll(/\D/g, '').slice(-10) : null);

/** A number of fewer digits is also an amount, and a word without a state or digit is in any text. */
const identifyingCode = /^(?=.{5,40}$)(?!\d{1,7}$)(?=.*\d|.*-[A-Z]{2}$)[\p{L}\p{N}+~-]+$/iu;

/** Names under which a customer's personal values are stored in the audit's JSON and in the provider's object. */
const keysOf = {
  name: ['name'],
  address: ['email', 'phone'],
  code: ['plate', 'tag', 'customercode', 'secondarycode', 'thecardnumber', 'code'],
};

/** Returns everything by which the rows about a customer are found: present and former names, addresses and codes. */
export async function findPerson(db: Db | Tx, customer: string, alias: string): Promise<Person> {
  const texts = await textsOf(db, customer);
  const objects = await objectsOf(db, customer);
  const of = (keys: readonly string[]) => [...new Set(texts.filter(({ key }) => keys.includes(key)).map(({ value }) => value.trim()))];
  const codes = of(keysOf.code);
  const written = of(keysOf.address).map((text) => text.toLowerCase());
  const phones = [...new Set(written.flatMap((text) => phoneOf(text) ?? []))];
  const addresses = [...new Set([...written, ...phones.map((digits) => `+1${digits}`)])];
  const terms = [
    customer,
    ...objectsNamed(objects),
    ...[...addresses, ...phones, ...phones.map((digits) => `1${digits}`)].filter((text) => email.test(text) || phoneOf(text)),
    ...codes.filter((code) => identifyingCode.test(code)),
  ].map((term) => term.toLowerCase());
  return withoutShared(db, { customer, alias, objects, codes, addresses, names: of(keysOf.name), terms: [...new Set(terms)] });
}

/** Cards are the person's own; other objects of the provider stay in the books under their ids. */
const objectsNamed = (objects: readonly string[]): string[] => objects.filter((id) => id.startsWith('pm_'));

async function textsOf(db: Db | Tx, customer: string): Promise<{ key: string; value: string }[]> {
  const { rows } = await sql<{ key: string; value: string }>`
    with recursive known (value) as (
      select object from mirror_customer where id = ${customer}
      union all select p.before from audit_personal p where p.subject = ${`customer:${customer}`} and p.before is not null
      union all select p.after from audit_personal p where p.subject = ${`customer:${customer}`} and p.after is not null
    ), part (key, value) as (
      select '', value from known
      union all
      select lower(substring(e.key from '[^.]*$')), e.value from part, lateral jsonb_each(case when jsonb_typeof(part.value) = 'object' then part.value else '{}' end) e
    )
    select key, value #>> '{}' as value from part where jsonb_typeof(value) = 'string'
    union select 'code', code from customer_code where customer = ${customer}
    union select 'code', code from usage where customer = ${customer} and code <> 'erased'
    union select 'code', code from sitewatch_code where customer = ${customer}
    union select 'code', number from loyalty_card where customer = ${customer}
    union select 'plate', plate from sitewatch_link where customer = ${customer}
    union select 'tag', tag from sitewatch_link where customer = ${customer}
    union select 'email', recipient from message where customer = ${customer}`.execute(db);
  return rows.filter(({ value }) => uncut(value));
}

async function objectsOf(db: Db | Tx, customer: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with charge as (select id, object from mirror_charge where customer = ${customer})
    select id from mirror_subscription where customer = ${customer}
    union select id from mirror_schedule where customer = ${customer}
    union select id from mirror_invoice where customer = ${customer}
    union select id from mirror_payment_intent where customer = ${customer}
    union select id from charge
    union select object->>'payment_method' from charge
    union select id from mirror_payment_method where customer = ${customer}
    union select card from attached_card where customer = ${customer}
    union select r.id from mirror_refund r join charge on charge.id = r.charge
    union select d.id from mirror_dispute d join charge on charge.id = d.charge
    union select coalesce(after, before)->>'paymentMethod' from audit_personal where subject = ${`customer:${customer}`}`.execute(db);
  return rows.map(({ id }) => id).filter((id) => id !== null);
}

/** Returns the texts, in lower case, that another customer has too: a search for them would find that customer. */
async function sharedTexts(db: Db | Tx, customer: string, texts: readonly string[]): Promise<Set<string>> {
  const wanted = texts.map((text) => text.toLowerCase());
  const digits = texts.flatMap((text) => phoneOf(text) ?? []);
  const { rows } = await sql<{ text: string }>`
    select lower(name) as text from mirror_customer where id <> ${customer} and lower(name) = any(${wanted}::text[])
    union select lower(email) from mirror_customer where id <> ${customer} and deleted_at is null and lower(email) = any(${wanted}::text[])
    union select lower(phone) from mirror_customer where id <> ${customer} and deleted_at is null and lower(phone) = any(${wanted}::text[])
    union select right(regexp_replace(phone, '[^0-9]', '', 'g'), 10) from mirror_customer where id <> ${customer} and deleted_at is null
      and right(regexp_replace(phone, '[^0-9]', '', 'g'), 10) = any(${digits}::text[])
    union select lower(code) from customer_code where customer <> ${customer} and lower(code) = any(${wanted}::text[])`.execute(db);
  return new Set(rows.map(({ text }) => text));
}

/**
 * Returns the person with plates also as a register may write them, without the state. Not for an export: they may be plates of another
 * state. Nor where another customer has such a plate.
 */
export async function withBarePlates(tx: Tx, person: Person): Promise<Person> {
  const bare = person.codes.flatMap((code) => /^([A-Z0-9]{4,8})-[A-Z]{2}$/.exec(code)?.slice(1) ?? []);
  const { rows } = await sql<{ plate: string }>`
    select plate from unnest(${bare}::text[]) given (plate)
    where not exists (select from customer_code where customer <> ${person.customer} and split_part(code, '-', 1) = given.plate)`.execute(
    tx,
  );
  return { ...person, codes: [...new Set([...person.codes, ...rows.map(({ plate }) => plate)])] };
}

/** Returns the person without texts that another customer has by now: a family's phone, or a plate whose later owner has signed up. */
export async function withoutShared(db: Db | Tx, person: Person): Promise<Person> {
  const { names, addresses, codes, terms } = person;
  const shared = await sharedTexts(db, person.customer, [...names, ...addresses, ...codes, ...terms]);
  const own = (texts: readonly string[]) => texts.filter((text) => !shared.has(text.toLowerCase()) && !shared.has(phoneOf(text) ?? ''));
  return { ...person, names: own(names), addresses: own(addresses), codes: own(codes), terms: own(terms) };
}

/** Returns how many rows about the person each table has, without empty ones. */
export async function countRows(db: Db, declared: Declared, person: Person): Promise<{ table: string; rows: number }[]> {
  const counts: { table: string; rows: number }[] = [];
  for (const [table, declaration] of Object.entries(declared)) {
    if (!isPersonal(declaration)) continue;
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)} where ${rowsOf(declaration, person)}`.execute(db);
    if (rows[0]!.count > 0) counts.push({ table, rows: rows[0]!.count });
  }
  return counts;
}

/** Returns the person's own rows by table, without internal columns. Bytes are base64. */
export async function exportRows(db: Db, declared: Declared, person: Person): Promise<Record<string, Record<string, never>[]>> {
  const tables: Record<string, Record<string, never>[]> = {};
  for (const [table, declaration] of Object.entries(declared)) {
    if (!isPersonal(declaration)) continue;
    const { internal = [] } = declaration;
    const { rows } = await sql<{ row: Record<string, never> }>`
      select to_jsonb(t) - ${internal}::text[] as row from ${sql.table(table)} t where ${ownRowsOf(declaration, person)}`.execute(db);
    if (rows.length > 0) tables[table] = rows.map(({ row }) => withBase64(row));
  }
  return tables;
}

/** PostgreSQL prints bytes as `\x…`. */
const withBase64 = (row: Record<string, never>): Record<string, never> =>
  Object.fromEntries(
    Object.entries<unknown>(row).map(([column, value]) => [
      column,
      typeof value === 'string' && /^\\x(?:[0-9a-f]{2})+$/.test(value) ? Buffer.from(value.slice(2), 'hex').toString('base64') : value,
    ]),
  ) as Record<string, never>;

/** Deletes or empties the person's rows, as each table declares. @returns the rows changed, by table */
export async function eraseRows(tx: Tx, declared: Declared, person: Person): Promise<Record<string, number>> {
  const removed: Record<string, number> = {};
  for (const [table, declaration] of Object.entries(declared)) {
    const { erase, customer, until } = declaration;
    if (!isPersonal(declaration) || erase === undefined || erase === 'mirror') continue;
    const where = sql<SqlBool>`${rowsOf(declaration, person)} and ${until ?? sql`true`}`;
    const values = erase === 'rows' ? [] : setting(erase, customer, person);
    if (erase !== 'rows' && values.length === 0) continue;
    const statement =
      erase === 'rows'
        ? sql`delete from ${sql.table(table)} where ${where}`
        : sql`update ${sql.table(table)} set ${sql.join(values)} where ${where}`;
    const { numAffectedRows = 0n } = await statement.execute(tx);
    if (numAffectedRows) removed[table] = Number(numAffectedRows);
  }
  return removed;
}

function setting(
  erase: Partial<Record<string, RawBuilder<unknown>>>,
  customer: string | undefined,
  { alias }: Person,
): RawBuilder<unknown>[] {
  const values = Object.entries(erase).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  return customer ? [...values, sql`${sql.ref(customer)} = ${alias}`] : values;
}

/** Searches every table for what identifies the person, in any column. @returns the tables that still have one, with the number of rows */
export async function searchEverywhere(db: Db | Tx, declared: Declared, { terms }: Person): Promise<Record<string, number>> {
  const found: Record<string, number> = {};
  for (const table of Object.keys(declared)) {
    if (neverSearched.has(table)) continue;
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)} t where ${textHolds(sql`lower(t::text)`, terms)}`.execute(db);
    if (rows[0]!.count > 0) found[table] = rows[0]!.count;
  }
  return found;
}

/** Lets a statement of this transaction read large tables. */
export const withoutTimeLimit = (tx: Tx): Promise<unknown> => sql`set local statement_timeout = 0`.execute(tx);
