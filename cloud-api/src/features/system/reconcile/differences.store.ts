import { type ColumnType, type Generated, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { ComparedField, DifferenceKindName } from '@washdesk/rules/reconcile/difference-kinds';
import type { PageCursor } from '../../../common/page-cursor.ts';
import { mentions, type PersonalTables } from '../../../db/personal-data.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import type { Json } from '../../../db/tables/columns.ts';

/** Who requested a repair in the background. */
export interface RequestedBy {
  id: string;
  name: string;
  site: number | null;
  device: string | null;
  requestId: string;
}

type StoredJson<T> = ColumnType<T | null, string | null | undefined, string | null>;

interface DifferenceTable {
  id: string;
  kind: string;
  customer: string;
  site: number | null;
  about: string;
  fields: Json<ComparedField[]>;
  cause: string | null;
  state: string;
  found: ColumnType<Date, never, never>;
  last_seen: Generated<Date>;
  settled: Date | null;
  /** Why it was dismissed. */
  why: string | null;
  /** The name of who repaired, undid or dismissed it. */
  actor: string | null;
  /** What the repair replaced, and what it left. */
  before: StoredJson<unknown>;
  after: StoredJson<unknown>;
  requested: StoredJson<RequestedBy>;
  claimed_until: Date | null;
  /** Why the last repair did not succeed. */
  failure: string | null;
}

declare module '../../../db/schema.ts' {
  interface Database {
    difference: DifferenceTable;
  }
}

export const personalData = {
  difference: {
    plain: ['id', 'kind', 'site', 'state', 'found', 'last_seen', 'settled', 'actor', 'requested', 'claimed_until'],
    personal: ['about', 'fields', 'cause', 'why', 'before', 'after', 'failure'],
    customer: 'customer',
    also: mentions('about', 'fields', 'before', 'after'),
    erase: 'rows',
    retention: { kind: 'jobs', since: 'settled' },
  },
} satisfies PersonalTables;

export type DifferenceState = 'open' | 'repaired' | 'undone' | 'gone' | 'dismissed';

export interface DifferenceRow {
  id: string;
  kind: DifferenceKindName;
  customer: string;
  name: string | null;
  site: number | null;
  siteName: string | null;
  about: string;
  fields: ComparedField[];
  cause: string | null;
  state: DifferenceState;
  found: Date;
  last_seen: Date;
  settled: Date | null;
  why: string | null;
  actor: string | null;
  isRequested: boolean;
  failure: string | null;
}

const columns = sql`d.id, d.kind, d.customer, c.name, d.site, s.name as "siteName", d.about, d.fields, d.cause, d.state, d.found, d.last_seen,
  d.settled, d.why, d.actor, d.requested is not null as "isRequested", d.failure`;
const from = sql`difference d left join mirror_customer c on c.id = d.customer left join site s on s.number = d.site`;

export async function differenceById(db: Db | Tx, id: string): Promise<DifferenceRow | null> {
  const { rows } = await sql<DifferenceRow>`select ${columns} from ${from} where d.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

export interface DifferenceSelection {
  kind: string | null;
  site: number | null;
  customer: string | null;
  states: readonly DifferenceState[];
}

const selected = ({ kind, site, customer, states }: DifferenceSelection) => sql`d.state = any(${states}::text[])
  and (${kind}::text is null or d.kind = ${kind}) and (${site}::integer is null or d.site = ${site})
  and (${customer}::text is null or d.customer = ${customer})`;

/** Returns a page after the cursor plus one row: open ones as found, settled ones as settled, newest first. */
export async function findDifferences(
  db: Db,
  selection: DifferenceSelection,
  after: PageCursor | null,
  most: number,
): Promise<(DifferenceRow & { created: Date })[]> {
  const behind = after ? sql`and (coalesce(d.settled, d.found), d.id) < (${after.created}, ${after.id}::uuid)` : sql``;
  const { rows } = await sql<DifferenceRow & { created: Date }>`
    select ${columns}, date_trunc('milliseconds', coalesce(d.settled, d.found)) as created from ${from} where ${selected(selection)} ${behind}
    order by coalesce(d.settled, d.found) desc, d.id desc limit ${most + 1}`.execute(db);
  return rows;
}

export interface KindCount {
  kind: DifferenceKindName;
  open: number;
  /** Repairs in the background. */
  repairing: number;
  failed: number;
  oldest: Date;
}

export async function countOpen(db: Db, site: number | null): Promise<KindCount[]> {
  const { rows } = await sql<KindCount>`
    select kind, count(*) as open, count(*) filter (where requested is not null) as repairing,
      count(*) filter (where failure is not null) as failed, min(found) as oldest
    from difference where state = 'open' and (${site}::integer is null or site = ${site}) group by kind`.execute(db);
  return rows;
}

export interface Found {
  kind: string;
  about: string;
  fields: ComparedField[];
  cause: string | null;
}

interface Place {
  customer: string;
  site: number | null;
}

/**
 * Stores what a comparison of one customer found among these kinds: new differences are opened, known ones are seen again, and those that no
 * longer exist are closed. A dismissed one stays dismissed while its values are the same.
 */
export async function storeFound(tx: Tx, place: Place, kinds: readonly string[], found: readonly Found[]): Promise<void> {
  const { customer, site } = place;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`difference:${customer}:${site ?? ''}`}, 0))`.execute(tx);
  const here = sql`customer = ${customer} and site is not distinct from ${site}::integer and kind = any(${kinds}::text[])`;
  const names = found.map(({ kind, about }) => `${kind} ${about}`);
  await sql`
    update difference set state = 'gone', settled = now(), requested = null, failure = null
    where state in ('open', 'dismissed') and ${here} and concat(kind, ' ', about) <> all(${names}::text[])`.execute(tx);
  for (const { kind, about, fields, cause } of found) {
    const values = JSON.stringify(fields);
    // other values than those that were dismissed are another difference
    await sql`
      update difference set state = 'gone', settled = now()
      where state = 'dismissed' and ${here} and kind = ${kind} and about = ${about} and fields <> ${values}::jsonb`.execute(tx);
    await sql`
      insert into difference (id, kind, customer, site, about, fields, cause, state)
      values (${uuidv7()}, ${kind}, ${customer}, ${site}, ${about}, ${values}::jsonb, coalesce(
        (select 'The repair was undone by ' || coalesce(u.actor, 'a user') from difference u
          where u.state = 'undone' and u.kind = ${kind} and u.customer = ${customer} and u.about = ${about}
            and u.site is not distinct from ${site}::integer and u.fields = ${values}::jsonb order by u.settled desc limit 1),
        ${cause}::text), 'open')
      on conflict (kind, customer, coalesce(site, 0), about) where state in ('open', 'dismissed')
      do update set last_seen = now(), cause = excluded.cause, fields = excluded.fields`.execute(tx);
  }
}

/** Claims a difference for a repair or an undo. @returns false if another process works on it */
export async function claimDifference(db: Db, id: string, seconds: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('difference')
    .set({ claimed_until: sql<Date>`now() + make_interval(secs => ${seconds})` })
    .where('id', '=', id)
    .where((is) => is.or([is('claimed_until', 'is', null), is('claimed_until', '<', sql<Date>`now()`)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @param nothingWritten whether what the repair was to replace is forgotten: it may be another by the next attempt */
export async function releaseDifference(
  db: Db,
  id: string,
  { failure, nothingWritten }: { failure: string | null; nothingWritten: boolean },
): Promise<void> {
  const forgotten = nothingWritten ? { before: null } : {};
  await db
    .updateTable('difference')
    .set({ claimed_until: null, requested: null, failure, ...forgotten })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .execute();
  await db.updateTable('difference').set({ claimed_until: null }).where('id', '=', id).execute();
}

export async function repairRecordOf(db: Db | Tx, id: string): Promise<{ before: unknown; after: unknown; isStored: boolean }> {
  const { rows } = await sql<{ before: unknown; after: unknown; isStored: boolean }>`
    select before->'value' as before, after->'value' as after, before is not null as "isStored" from difference where id = ${id}`.execute(
    db,
  );
  return rows[0]!;
}

/** Wrapped, so that a side without the member is a value. */
const wrapped = (value: unknown): string => JSON.stringify({ value: value ?? null });

/** Stores what the repair will replace, before it does: a repair that is interrupted can still be undone. */
export async function storeBefore(db: Db, id: string, before: unknown): Promise<void> {
  await db
    .updateTable('difference')
    .set({ before: wrapped(before) })
    .where('id', '=', id)
    .execute();
}

interface Settled {
  state: Exclude<DifferenceState, 'open'>;
  actor: string;
  after?: unknown;
  why?: string;
}

export async function settleDifference(tx: Tx, id: string, { state, actor, after, why }: Settled): Promise<void> {
  const more = { ...(after !== undefined && { after: wrapped(after) }), ...(why !== undefined && { why }) };
  await tx
    .updateTable('difference')
    .set({ state, actor, settled: sql<Date>`now()`, requested: null, claimed_until: null, failure: null, ...more })
    .where('id', '=', id)
    .execute();
}

/** Counts the open differences of a kind that no background repair has. */
export async function repairable(tx: Tx, kind: string, site: number | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from difference
    where state = 'open' and requested is null and kind = ${kind} and (${site}::integer is null or site = ${site})`.execute(tx);
  return rows[0]!.count;
}

export async function requestRepairs(tx: Tx, kind: string, site: number | null, by: RequestedBy): Promise<void> {
  await sql`
    update difference set requested = ${JSON.stringify(by)}::jsonb, failure = null
    where state = 'open' and requested is null and kind = ${kind} and (${site}::integer is null or site = ${site})`.execute(tx);
}

/** Claims differences whose repair was requested, oldest first. */
export async function claimRequested(db: Db, most: number, seconds: number): Promise<{ id: string; requested: RequestedBy }[]> {
  const { rows } = await sql<{ id: string; requested: RequestedBy }>`
    update difference set claimed_until = now() + make_interval(secs => ${seconds}) where id in (
      select id from difference where requested is not null and state = 'open' and (claimed_until is null or claimed_until < now())
      order by id limit ${most} for update skip locked)
    returning id, requested`.execute(db);
  return rows;
}
