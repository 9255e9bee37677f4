import { sql, type SqlBool } from 'kysely';
import type { PersonalTables } from '../../../db/personal-data.ts';
import type { Db, Pool, Tx } from '../../../db/pool.ts';

/** Who was shown which customer: one row per customer, reader and hour. */
interface CustomerReadTable {
  /** The id; `code:` and a code for a person whom only a site's Sitewatch knows. */
  customer: string;
  hour: Date;
  reader: string;
  name: string;
  at: Date;
  /** Whether the customer was opened, not only listed. */
  opened: boolean;
  site: number | null;
  device: string | null;
  request_id: string;
}

/** Two leaky buckets of the people a reader has seen: the levels at the time `at`. */
interface ReaderLevelTable {
  reader: string;
  burst: number;
  shift: number;
  at: Date;
}

declare module '../../../db/schema.ts' {
  interface Database {
    customer_read: CustomerReadTable;
    reader_level: ReaderLevelTable;
  }
}

export const personalData = {
  customer_read: {
    plain: ['hour', 'reader', 'name', 'at', 'opened', 'site', 'device', 'request_id'],
    customer: 'customer',
    also: ({ codes }) => sql<SqlBool>`customer = any(${codes.map((code) => `code:${code}`)}::text[])`,
    erase: 'rows',
    retention: { kind: 'reads', since: 'at' },
  },
  reader_level: {
    plain: ['reader', 'burst', 'shift', 'at'],
  },
} satisfies PersonalTables;

export interface Read {
  /** The scope of the person or program that reads. */
  reader: string;
  name: string;
  customers: readonly string[];
  opened: boolean;
  site: number | null;
  device: string | null;
  requestId: string;
  at: Date;
}

/** A value for each of the two buckets. */
export interface Buckets {
  burst: number;
  shift: number;
}

export interface Level extends Buckets {
  /** People whom the reader had not seen in the shift, and who were not at the site. */
  fresh: number;
}

const shiftMs = 12 * 3_600_000;

/** Whether the person of a row washed at the site: by a redeem, or by a sale of a register to whom only Sitewatch knows. */
const washedAt = (rows: 'asked' | 'r', { site, since }: { site: number | null; since: Date }) => sql`(
  exists (select from usage u where u.customer = ${sql.ref(`${rows}.customer`)} and u.site = ${site} and u.at > ${since})
  or exists (select from sitewatch_sale s where 'code:' || s.code = ${sql.ref(`${rows}.customer`)} and s.site = ${site} and s.at > ${since}))`;

const unlimited: Buckets = { burst: Infinity, shift: Infinity };

/**
 * Records who was shown, and counts the people whom the reader has not seen in this shift. People who washed at the reader's site in the
 * shift are the cashier's work and are not counted.
 * @param leaks people who leak out of the buckets per minute
 */
export async function recordRead(tx: Tx, read: Read, leaks: Buckets): Promise<Level> {
  const { rows } = await recording(read, leaks, unlimited).execute(tx);
  return rows[0]!;
}

/**
 * Records a read as `recordRead` does, in one round trip, because a response waits for it.
 * @returns null if a level would be above `most`; nothing is recorded
 */
export async function recordReadWithin({ db, raw }: Pool, read: Read, leaks: Buckets, most: Buckets): Promise<Level | null> {
  const { sql: text, parameters } = recording(read, leaks, most).compile(db);
  const { rows } = await raw.query<Level>({ name: 'customer-read', text, values: [...parameters] });
  return rows[0] ?? null;
}

function recording(read: Read, leaks: Buckets, most: Buckets) {
  const { reader, customers, site, at } = read;
  const since = new Date(at.getTime() - shiftMs);
  const ids = [...new Set(customers)];
  const now = sql`${at}::timestamptz`;
  const level = (bucket: 'burst' | 'shift') => sql`
    greatest(l.${sql.ref(bucket)} - greatest(extract(epoch from excluded.at - l.at), 0) / 60 * ${leaks[bucket]}::double precision, 0)
      + excluded.${sql.ref(bucket)}`;
  return sql<Level>`
    with counted as (
      select count(*)::integer as fresh from unnest(${ids}::text[]) asked (customer)
      where not exists (select from customer_read r where r.customer = asked.customer and r.reader = ${reader} and r.at > ${since})
        and not ${washedAt('asked', { site, since })}
    ), level as (
      insert into reader_level as l (reader, burst, shift, at)
      select ${reader}, fresh, fresh, ${now} from counted
      where fresh <= ${most.burst}::double precision and fresh <= ${most.shift}::double precision
      on conflict (reader) do update set burst = ${level('burst')}, shift = ${level('shift')}, at = greatest(l.at, excluded.at)
      where ${level('burst')} <= ${most.burst}::double precision and ${level('shift')} <= ${most.shift}::double precision
      returning burst, shift
    ), recorded as (
      ${insertion({ ...read, customers: ids }, sql`, level`)}
    )
    select fresh, burst, shift from counted, level`;
}

/** An erased customer, whom the list of erasures still names, is not recorded again. @param joined further tables, of one row each */
const insertion = ({ reader, name, customers, opened, site, device, requestId, at }: Read, joined = sql``) => sql`
  insert into customer_read as r (customer, hour, reader, name, at, opened, site, device, request_id)
  select customer, date_trunc('hour', ${at}::timestamptz), ${reader}, ${name}, ${at}, ${opened}, ${site}, ${device}, ${requestId}
  from unnest(${[...new Set(customers)]}::text[]) asked (customer)${joined}
  where not exists (select from erased_object e where e.hash = sha256(convert_to(asked.customer, 'UTF8'))) order by customer
  on conflict (customer, hour, reader) do update set opened = true where excluded.opened and not r.opened`;

export async function insertReads(db: Db | Tx, read: Read): Promise<void> {
  await insertion(read).execute(db);
}

interface ReadRow {
  at: Date;
  name: string;
  opened: boolean;
  site: number | null;
  device: string | null;
}

/**
 * Lowers the level of the shift by the people who washed at the reader's site after they were seen: a search before the wash is the cashier's
 * work too.
 */
export async function leaveOutWashed(tx: Tx, { reader, site, at }: Pick<Read, 'reader' | 'site' | 'at'>): Promise<number> {
  const since = new Date(at.getTime() - shiftMs);
  const { rows } = await sql<{ shift: number }>`
    update reader_level set shift = least(shift, (
      select count(distinct r.customer) from customer_read r
      where r.reader = ${reader} and r.at > ${since}
        and not ${washedAt('r', { site, since })}))
    where reader = ${reader} returning shift`.execute(tx);
  return rows[0]!.shift;
}

/** Newest first. */
export async function readsOf(db: Db, customer: string, most: number): Promise<ReadRow[]> {
  const { rows } = await sql<ReadRow>`
    select r.at, r.name, r.opened, r.site, d.name as device from customer_read r left join device d on d.id = r.device
    where r.customer = ${customer} order by r.at desc limit ${most}`.execute(db);
  return rows;
}
