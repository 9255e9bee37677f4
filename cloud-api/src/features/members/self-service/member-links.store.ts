import { sql, type ColumnType, type Generated } from 'kysely';
import { codesMeant } from '@washdesk/rules/codes/code-forms';
import { isMailAddress } from '@washdesk/rules/customers/customer-entry';
import { toE164 } from '@washdesk/rules/customers/phones';
import { notRunningStatuses } from '@washdesk/rules/plans/statuses';
import type { MemberLanguage } from '@washdesk/rules/text/languages';
import type { MemberLinkKind, MemberSession } from '../../../common/caller.ts';
import type { PersonalTables } from '../../../db/personal-data.ts';
import type { Db, Tx } from '../../../db/pool.ts';

/** A link that opens a session once. One without a customer was requested for an address that no member has. */
interface MemberLinkTable {
  id: string;
  kind: MemberLinkKind;
  customer: string | null;
  token_hash: Buffer | null;
  code_hash: Buffer | null;
  wrong_codes: Generated<number>;
  created: ColumnType<Date, never, never>;
  expires: Date;
  used: Date | null;
  /** What the visitor typed, until the job of the request has looked it up. */
  contact: string | null;
  lang: MemberLanguage | null;
}

interface MemberSessionTable {
  id: string;
  secret_hash: Buffer;
  customer: string;
  kind: Generated<MemberLinkKind>;
  created: ColumnType<Date, never, never>;
  last_used: ColumnType<Date, never, Date>;
}

declare module '../../../db/schema.ts' {
  interface Database {
    member_link: MemberLinkTable;
    member_session: MemberSessionTable;
  }
}

export const personalData = {
  member_link: {
    plain: ['id', 'kind', 'customer', 'wrong_codes', 'created', 'expires', 'used', 'lang'],
    personal: ['token_hash', 'code_hash', 'contact'],
    customer: 'customer',
    erase: 'rows',
    internal: ['token_hash', 'code_hash', 'contact'],
  },
  member_session: {
    plain: ['id', 'customer', 'kind', 'created', 'last_used'],
    personal: ['secret_hash'],
    customer: 'customer',
    erase: 'rows',
    internal: ['secret_hash'],
  },
} satisfies PersonalTables;

/** The kinds of contact that a visitor can type. */
export type ContactKind = 'email' | 'phone' | 'plate';

export interface TypedContact {
  kind: ContactKind;
  /** The forms in which it may be stored. */
  values: string[];
}

/** Reads one field: an email address, a US or Canadian phone number, or a plate with or without its state. */
export function contactIn(typed: string): TypedContact {
  if (isMailAddress(typed)) return { kind: 'email', values: [typed.toLowerCase()] };
  const phone = toE164(typed);
  return phone === null ? { kind: 'plate', values: codesMeant(typed) } : { kind: 'phone', values: [phone.slice(2)] };
}

const holders = {
  email: (values: readonly string[]) => sql`select id from mirror_customer where lower(email) = any(${values}::text[])`,
  phone: (values: readonly string[]) =>
    sql`select id from mirror_customer where right(regexp_replace(phone, '[^0-9]', '', 'g'), 10) = any(${values}::text[])`,
  plate: (values: readonly string[]) =>
    sql`select customer as id from customer_code where code = any(${values}::text[]) and source = 'stripe'`,
} as const;

/**
 * Returns the customer with a plan whom the contact belongs to; of several, the one whose plan runs, then the newest plan. Of a phone number,
 * which a sign-up does not verify, the oldest: a later sign-up does not take over the sign-in.
 */
export async function memberWithContact(db: Db, { kind, values }: TypedContact): Promise<string | null> {
  const since = kind === 'phone' ? sql`s.created` : sql`s.created desc`;
  const { rows } = await sql<{ id: string }>`
    select c.id from mirror_customer c join mirror_subscription s on s.customer = c.id and s.deleted_at is null
    where c.id in (${holders[kind](values)}) and c.deleted_at is null
    order by (s.status <> all(${notRunningStatuses}::text[])) desc, ${since} limit 1`.execute(db);
  return rows[0]?.id ?? null;
}

export interface RequestedLink {
  id: string;
  contact: string;
  lang: MemberLanguage;
}

export async function addLink(tx: Tx, { id, contact, lang, minutes }: RequestedLink & { minutes: number }): Promise<void> {
  await tx
    .insertInto('member_link')
    .values({ id, kind: 'sign-in', contact, lang, expires: sql<Date>`now() + make_interval(mins => ${minutes})` })
    .execute();
}

/** Returns a request whose contact is not looked up yet; null if it is, or the link has expired. */
export async function requestedLink(db: Db, id: string): Promise<RequestedLink | null> {
  const row = await db
    .selectFrom('member_link')
    .select(['contact', 'lang'])
    .where('id', '=', id)
    .where('expires', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row?.contact ? { id, contact: row.contact, lang: row.lang ?? 'en' } : null;
}

/** @returns false if it was dropped before */
export async function dropContact(tx: Tx, id: string): Promise<boolean> {
  const dropped = await tx
    .updateTable('member_link')
    .set({ contact: null })
    .where('id', '=', id)
    .where('contact', 'is not', null)
    .executeTakeFirst();
  return dropped.numUpdatedRows > 0n;
}

/** Gives a requested link to a member: from now on its token and code open a session. */
export async function assignLink(
  tx: Tx,
  id: string,
  { customer, tokenHash, codeHash }: { customer: string; tokenHash: Buffer; codeHash: Buffer },
): Promise<void> {
  await tx.updateTable('member_link').set({ customer, token_hash: tokenHash, code_hash: codeHash }).where('id', '=', id).execute();
}

export interface UsedLink {
  customer: string;
  kind: MemberLinkKind;
}

interface OwnLink extends UsedLink {
  id: string;
  tokenHash: Buffer;
  codeHash?: Buffer;
  lasts: { days?: number; minutes?: number };
}

/** Adds a link for a member who is known. */
export async function addOwnLink(tx: Tx, { tokenHash, codeHash, lasts: { days = 0, minutes = 0 }, ...row }: OwnLink): Promise<void> {
  const expires = sql<Date>`now() + make_interval(days => ${days}, mins => ${minutes})`;
  await tx
    .insertInto('member_link')
    .values({ ...row, token_hash: tokenHash, code_hash: codeHash ?? null, expires })
    .execute();
}

/** Uses a link up. @returns null if it is unknown, used or expired */
export async function useLink(tx: Tx, where: { tokenHash: Buffer } | { id: string }): Promise<UsedLink | null> {
  const row = await tx
    .updateTable('member_link')
    .set({ used: sql<Date>`now()` })
    .$if('id' in where, (query) => query.where('id', '=', (where as { id: string }).id))
    .$if('tokenHash' in where, (query) => query.where('token_hash', '=', (where as { tokenHash: Buffer }).tokenHash))
    .where('used', 'is', null)
    .where('customer', 'is not', null)
    .where('expires', '>', sql<Date>`now()`)
    .returning(['customer', 'kind'])
    .executeTakeFirst();
  return row?.customer ? { customer: row.customer, kind: row.kind } : null;
}

/** Counts an attempt before its code is compared. @returns null if the request is unknown, used, expired, or had too many attempts */
export async function beginCode(db: Db, id: string, most: number): Promise<{ codeHash: Buffer | null } | null> {
  const row = await db
    .updateTable('member_link')
    .set({ wrong_codes: sql`wrong_codes + 1` })
    .where('id', '=', id)
    .where('used', 'is', null)
    .where('wrong_codes', '<', most)
    .where('expires', '>', sql<Date>`now()`)
    .returning('code_hash as codeHash')
    .executeTakeFirst();
  return row ?? null;
}

export async function addSession(tx: Tx, session: UsedLink & { id: string; secretHash: Buffer }): Promise<void> {
  const { secretHash, ...row } = session;
  await tx
    .insertInto('member_session')
    .values({ ...row, secret_hash: secretHash })
    .execute();
}

/** Returns a session that is still valid, and extends it. */
export async function useSession(
  db: Db,
  secretHash: Buffer,
  { idleMinutes, mostMinutes }: { idleMinutes: number; mostMinutes: number },
): Promise<MemberSession | null> {
  const { rows } = await sql<MemberSession>`
    update member_session set last_used = now()
    where secret_hash = ${secretHash} and last_used > now() - make_interval(mins => ${idleMinutes})
      and created > now() - make_interval(mins => ${mostMinutes})
      and exists (select from mirror_customer c where c.id = member_session.customer and c.deleted_at is null)
    returning id, customer, kind`.execute(db);
  return rows[0] ?? null;
}

export async function removeSession(db: Db | Tx, by: { id: string } | { secretHash: Buffer }): Promise<void> {
  const removal = db.deleteFrom('member_session');
  await ('id' in by ? removal.where('id', '=', by.id) : removal.where('secret_hash', '=', by.secretHash)).execute();
}
