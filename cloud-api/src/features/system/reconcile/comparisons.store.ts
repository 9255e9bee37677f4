import { type ColumnType, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { CopyName } from '@washdesk/rules/reconcile/difference-kinds';
import type { PersonalTables } from '../../../db/personal-data.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import type { Json } from '../../../db/tables/columns.ts';

interface ComparisonTable {
  id: string;
  /** The one site to compare; null for everything. */
  site: number | null;
  /** The name of who requested it; null for one that began by itself. */
  requested_by: string | null;
  requested: ColumnType<Date, never, never>;
  started: Date | null;
  claimed_until: Date | null;
  progress: Json<Record<string, unknown>>;
  finished: Date | null;
}

interface DifferenceSuspectTable {
  comparison: string;
  copy: string;
  /** 0 for a copy without a site. */
  site: number;
  customer: string;
  seen: ColumnType<Date, never, never>;
}

declare module '../../../db/schema.ts' {
  interface Database {
    comparison: ComparisonTable;
    difference_suspect: DifferenceSuspectTable;
  }
}

export const personalData = {
  comparison: { plain: ['id', 'site', 'requested_by', 'requested', 'started', 'claimed_until', 'progress', 'finished'] },
  difference_suspect: { plain: ['comparison', 'copy', 'site', 'seen'], customer: 'customer', erase: 'rows' },
} satisfies PersonalTables;

export interface ComparisonRow {
  id: string;
  site: number | null;
  requested_by: string | null;
  started: Date | null;
  progress: Record<string, unknown>;
  finished: Date | null;
}

const columns = ['id', 'site', 'requested_by', 'started', 'progress', 'finished'] as const;

/** Requests a comparison of one site or of everything. One that waits or runs is not repeated. */
export async function requestComparison(db: Db | Tx, site: number | null, by: string | null): Promise<void> {
  await sql`
    insert into comparison (id, site, requested_by) values (${uuidv7()}, ${site}, ${by})
    on conflict (coalesce(site, 0)) where finished is null do nothing`.execute(db);
}

/** Requests a comparison of everything if the last one ended longer ago than that, or there was none. */
export async function requestDue(db: Db, minutes: number): Promise<void> {
  await sql`
    insert into comparison (id, site)
    select ${uuidv7()}, null where not exists (
      select from comparison where site is null and (finished is null or finished > now() - make_interval(mins => ${minutes})))
    on conflict (coalesce(site, 0)) where finished is null do nothing`.execute(db);
}

const claimSeconds = 60;
const lock = 'comparison';

/** Claims the next page of work: one process compares at a time, one site before everything. */
export function claimComparison(db: Db): Promise<ComparisonRow | null> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx);
    const { rows } = await sql<ComparisonRow>`
      update comparison set claimed_until = now() + make_interval(secs => ${claimSeconds}), started = coalesce(started, now())
      where id = (select id from comparison where finished is null
        and not exists (select from comparison where finished is null and claimed_until > now())
        order by site nulls last, requested limit 1)
      returning id, site, requested_by, started, progress, finished`.execute(tx);
    return rows[0] ?? null;
  });
}

/** Stores the progress and ends the claim, or keeps it for that long. */
export async function saveComparison(
  db: Db | Tx,
  { id, progress }: Pick<ComparisonRow, 'id' | 'progress'>,
  { isFinished, pauseSeconds }: { isFinished: boolean; pauseSeconds: number },
): Promise<void> {
  await db
    .updateTable('comparison')
    .set({
      progress: JSON.stringify(progress),
      claimed_until: pauseSeconds > 0 ? sql<Date>`now() + make_interval(secs => ${pauseSeconds})` : null,
      finished: isFinished ? sql<Date>`now()` : null,
    })
    .where('id', '=', id)
    .execute();
}

export async function openComparisons(db: Db): Promise<ComparisonRow[]> {
  return db.selectFrom('comparison').select(columns).where('finished', 'is', null).orderBy('requested').execute();
}

/** Returns the last finished comparison of everything. */
export async function lastComparison(db: Db): Promise<ComparisonRow | null> {
  const row = await db
    .selectFrom('comparison')
    .select(columns)
    .where('site', 'is', null)
    .where('finished', 'is not', null)
    .orderBy('finished', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

export interface Suspect {
  copy: CopyName;
  site: number;
  customer: string;
}

export async function addSuspects(
  db: Db,
  comparison: string,
  copy: CopyName,
  site: number | null,
  customers: readonly string[],
): Promise<void> {
  if (customers.length === 0) return;
  await sql`
    insert into difference_suspect (comparison, copy, site, customer)
    select ${comparison}, ${copy}, ${site ?? 0}, customer from unnest(${customers}::text[]) customer
    on conflict do nothing`.execute(db);
}

/** Returns suspects found at least that long ago, so that a change in motion has arrived by now. */
export async function dueSuspects(db: Db, comparison: string, settleSeconds: number, most: number): Promise<Suspect[]> {
  const { rows } = await sql<Suspect>`
    select copy, site, customer from difference_suspect
    where comparison = ${comparison} and seen <= now() - make_interval(secs => ${settleSeconds})
    order by seen, customer limit ${most}`.execute(db);
  return rows;
}

export async function removeSuspects(db: Db, comparison: string, suspects: readonly Suspect[]): Promise<void> {
  for (const { copy, site, customer } of suspects) {
    await db
      .deleteFrom('difference_suspect')
      .where('comparison', '=', comparison)
      .where('copy', '=', copy)
      .where('site', '=', site)
      .where('customer', '=', customer)
      .execute();
  }
}

export async function hasSuspects(db: Db, comparison: string): Promise<boolean> {
  const row = await db.selectFrom('difference_suspect').select('customer').where('comparison', '=', comparison).limit(1).executeTakeFirst();
  return row !== undefined;
}

/** Returns customers with open differences that this comparison did not see, by id of the difference. */
export async function notSeenSince(
  db: Db,
  { since, site, after }: { since: Date; site: number | null; after: string | null },
  most: number,
): Promise<{ id: string; kind: string; customer: string; site: number | null }[]> {
  const { rows } = await sql<{ id: string; kind: string; customer: string; site: number | null }>`
    select id, kind, customer, site from difference
    where state in ('open', 'dismissed') and last_seen < ${since} and (${site}::integer is null or site = ${site})
      and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit ${most}`.execute(db);
  return rows;
}

export async function siteNumbers(db: Db): Promise<number[]> {
  const rows = await db.selectFrom('site').select('number').orderBy('number').execute();
  return rows.map(({ number }) => number);
}
