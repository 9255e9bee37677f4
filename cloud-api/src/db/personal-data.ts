import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { RetentionKind } from '@washdesk/rules/company/retention';
import type { Database } from './schema.ts';

/** Everything by which the rows about one customer are found. */
export interface Person {
  customer: string;
  /** Replaces the customer's id in rows that stay for the books. */
  alias: string;
  /** Ids of the customer's objects at the payment provider, except the customer's own. */
  objects: readonly string[];
  /** Plates, tags and loyalty cards, as the lanes compare them. */
  codes: readonly string[];
  /** E-mail addresses and phone numbers, as stored anywhere. */
  addresses: readonly string[];
  /** Full names that no other customer has. A name does not identify a person, so it finds only rows that have it as their own name. */
  names: readonly string[];
  /** Ids, addresses and codes that identify this person alone wherever they appear, in lower case. */
  terms: readonly string[];
}

type Condition = (person: Person) => RawBuilder<SqlBool>;

/**
 * What a table has of customers, declared beside its type: which columns are personal, and how their values are found, erased and kept.
 * Employees are not customers (docs/decisions/0058-erasure.md).
 */
export interface PersonalTable<Column extends string = string> {
  /** Columns without a customer's personal values. */
  plain: readonly Column[];
  personal?: readonly Column[];
  /** The column with the customer's id. Rows that stay get the alias there. */
  customer?: Column;
  /** Rows of the customer that the id doesn't find. */
  also?: Condition;
  /** What an erasure does: deletes the rows, sets columns, or `mirror` for the provider's objects, which the mirror reduces. */
  erase?: 'rows' | 'mirror' | Partial<Record<Column, RawBuilder<unknown>>>;
  /** Rows that an erasure leaves until a later round, because something still needs them. */
  until?: RawBuilder<SqlBool>;
  /** Rows are removed, or their personal values, that many days after `since`. */
  retention?: { kind: RetentionKind; since: Column; where?: RawBuilder<SqlBool> };
  /** Columns that an export leaves out: secrets and values without meaning elsewhere. */
  internal?: readonly Column[];
}

/** The declarations of some tables, by name. */
export type PersonalTables = { readonly [T in keyof Database]?: PersonalTable<keyof Database[T] & string> };

/** Rows whose column is one of the person's codes. A code may have a new holder, so combine it with the customer's column. */
export const hasCode =
  (column: string): Condition =>
  ({ codes }) =>
    sql<SqlBool>`${sql.ref(column)} = any(${codes}::text[])`;

/** Rows about an object of the person at the payment provider. */
export const isAbout =
  (column: string): Condition =>
  ({ objects }) =>
    sql<SqlBool>`${sql.ref(column)} = any(${objects}::text[])`;

export const hasAddress =
  (column: string): Condition =>
  ({ addresses }) =>
    sql<SqlBool>`lower(${sql.ref(column)}) = any(${addresses}::text[])`;

/** Rows that mention the person anywhere in these columns: texts, JSON or bytes. */
export const mentions =
  (...columns: readonly string[]): Condition =>
  ({ terms }) => {
    const text = sql.join(
      columns.map((column) => sql`lower(${sql.ref(column)}::text)`),
      sql`, ' ',`,
    );
    return textHolds(sql`concat(${text})`, terms);
  };

/** As `mentions`, for a column of bytes. */
export const mentionsInBytes =
  (column: string): Condition =>
  ({ terms }) =>
    textHolds(sql`lower(encode(${sql.ref(column)}, 'escape'))`, terms.map(escaped));

export const either =
  (...conditions: readonly Condition[]): Condition =>
  (person) =>
    sql<SqlBool>`(${sql.join(
      conditions.map((one) => one(person)),
      sql` or `,
    )})`;

/** As PostgreSQL's `encode(…, 'escape')` writes bytes. */
const escaped = (term: string): string =>
  [...Buffer.from(term)].map((byte) => (byte > 127 ? `\\${byte.toString(8)}` : String.fromCharCode(byte))).join('');

const patternOf = (term: string): string => `%${term.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** In JSON and in an address, these precede a text without belonging to it: `\n`, bytes as octal, `%20`. */
const escapeBefore = String.raw`(?<=\\(?:[bfnrt]|[0-7]{3})|%[0-9a-f]{2})`;

/**
 * Matches a term that is no part of a longer address, code or id, which would be another person's: `ann@b.test` is not in `joann@b.test`. Ids
 * are also parts of keys, as `cus_1-12`.
 */
function wholePatternOf(term: string): string {
  const text = term.replaceAll(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`);
  if (/^[a-z]+_[a-z0-9]+$/.test(term)) return String.raw`(?:${escapeBefore}|(?<![[:alnum:]]))${text}(?![[:alnum:]])`;
  const before = String.raw`(?:${escapeBefore}|(?<![[:alnum:]])(?<![[:alnum:]][._%+'&-]))`;
  return String.raw`${before}${text}(?![[:alnum:]])(?![.+-][[:alnum:]])`;
}

/** Whether a text in lower case has one of the terms, whole. */
export const textHolds = (text: RawBuilder<unknown>, terms: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${text} like any(${terms.map(patternOf)}::text[]) and ${text} ~ any(${terms.map(wholePatternOf)}::text[]))`;

/** The rows of the person in a table, also those that mention the person: what an erasure takes. */
export function rowsOf({ customer, also }: PersonalTable, person: Person): RawBuilder<SqlBool> {
  const conditions = [
    ...(customer ? [sql<SqlBool>`${sql.ref(customer)} in (${person.customer}, ${person.alias})`] : []),
    ...(also ? [also(person)] : []),
  ];
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}

/**
 * The rows that belong to the person by the id of the customer or of the customer's objects: what an export shows. A row that has a text in
 * common may be another person's, so none is taken by a name, code or address.
 */
export function ownRowsOf({ customer, also }: PersonalTable, person: Person): RawBuilder<SqlBool> {
  const linked = also?.({ ...person, names: [], codes: [], addresses: [], terms: [] });
  if (!customer) return linked ?? sql<SqlBool>`false`;
  const column = sql.ref(customer);
  return sql<SqlBool>`(${column} in (${person.customer}, ${person.alias}) or (${column} is null and ${linked ?? sql`false`}))`;
}
