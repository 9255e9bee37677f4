import { sql, type Generated, type Insertable } from 'kysely';
import { containing } from '../../../common/like-pattern.ts';
import { mentions, type PersonalTables } from '../../../db/personal-data.ts';
import type { Db, Tx } from '../../../db/pool.ts';

interface ClientErrorTable {
  id: string;
  at: Date;
  message: string;
  stack: string | null;
  component_stack: string | null;
  path: string | null;
  principal: string | null;
  device: string | null;
  source: Generated<'browser' | 'server'>;
  /** The request id of a server error, for searching the log. */
  request_id: Generated<string | null>;
}

declare module '../../../db/schema.ts' {
  interface Database {
    client_error: ClientErrorTable;
  }
}

export const personalData = {
  client_error: {
    plain: ['id', 'at', 'source', 'principal', 'device', 'request_id'],
    personal: ['message', 'stack', 'component_stack', 'path'],
    also: mentions('message', 'stack', 'component_stack', 'path'),
    erase: 'rows',
    retention: { kind: 'errors', since: 'at' },
  },
} satisfies PersonalTables;

/** Reports kept for all browsers and the server together. */
export const mostErrors = 20_000;

/** Removes the oldest beyond the limit. Reports are public, so that a limit per network alone bounds nothing. */
export async function insertError(db: Db, row: Insertable<ClientErrorTable>, most = mostErrors): Promise<void> {
  await db.insertInto('client_error').values(row).execute();
  await sql`delete from client_error where id in (select id from client_error order by at desc, id desc offset ${most})`.execute(db);
}

interface ErrorRow {
  id: string;
  at: Date;
  source: 'browser' | 'server';
  message: string;
  stack: string | null;
  path: string | null;
  who: string | null;
  device: string | null;
  requestId: string | null;
}

export interface ErrorSearch {
  /** Part of the message, the path or the request id. */
  search: string | undefined;
  /** A group's digest. */
  group: string | undefined;
}

/** Numbers and ids, in which messages of one cause differ. */
const variable = '[0-9a-f]{8}-[0-9a-f-]{27}|[a-z]{2,6}_[A-Za-z0-9]{8,}|[0-9]+';
const digest = sql`md5(e.source || ' ' || regexp_replace(e.message, ${variable}, '#', 'g'))`;

const found = ({ search, group }: ErrorSearch) => sql<boolean>`
  ${group === undefined ? sql`true` : sql`${digest} = ${group}`}
  and ${search ? sql`concat_ws(' ', e.message, e.path, e.request_id) ilike ${containing(search)}` : sql`true`}`;

export interface ErrorGroupRow {
  group: string;
  source: 'browser' | 'server';
  message: string;
  count: number;
  first: Date;
  last: Date;
}

/** Returns the groups with the newest errors, newest first. @param longest the characters kept of a message */
export async function errorGroups(db: Db, search: ErrorSearch, longest: number, most: number): Promise<ErrorGroupRow[]> {
  const { rows } = await sql<ErrorGroupRow>`
    select ${digest} as group, min(e.source) as source, left((array_agg(e.message order by e.at desc))[1], ${longest}) as message,
      count(*)::integer as count, min(e.at) as first, max(e.at) as last
    from client_error e where ${found(search)} group by 1 order by max(e.at) desc, 1 limit ${most}`.execute(db);
  return rows;
}

/** Newest first. @param page starting at 1 */
export async function errorPage(db: Db, search: ErrorSearch, page: number, size: number): Promise<ErrorRow[]> {
  const { rows } = await sql<ErrorRow>`
    select e.id, e.at, e.source, e.message, coalesce(e.stack, e.component_stack) as stack, e.path, e.request_id as "requestId",
      coalesce((select name from staff s where s.employee_number = case when e.principal ~ '^[0-9]{1,9}$' then e.principal::integer end),
        e.principal) as who,
      (select name from device d where d.id = e.device) as device
    from client_error e where ${found(search)} order by e.at desc, e.id desc limit ${size} offset ${(page - 1) * size}`.execute(db);
  return rows;
}

export async function countErrors(db: Db, search: ErrorSearch): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from client_error e where ${found(search)}`.execute(db);
  return rows[0]!.count;
}

/** @param until errors after this time stay. @returns the number removed */
export async function removeErrors(tx: Tx, until: Date): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('client_error').where('at', '<=', until).executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
