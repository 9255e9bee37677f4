import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { SiteMapping } from '@washdesk/rules/company/sites';
import type { ProviderKind } from '../../common/provider-objects.ts';
import type { Db, Tx } from '../../db/pool.ts';
import { customerRow } from './rows.ts';
import { isGone, newestOf, isKnownObject, type Snapshot } from './snapshot.ts';
import { kindsInOrder, mirrorTables, rowMakers } from './tables.ts';

/** The change that a snapshot made in the mirror. */
export interface Change {
  kind: ProviderKind;
  snapshot: Snapshot;
  /** The object as previously stored; null for a new one. */
  before: Record<string, unknown> | null;
  /** Names of the fields that differ; empty for a new object. */
  fields: string[];
  /** Whether it is new, was deleted, or is back after it was deleted; null for any other change. */
  turn: 'new' | 'gone' | 'back' | null;
}

export const isDifferent = ({ turn, fields }: Change): boolean => turn !== null || fields.length > 0;

interface Present {
  id: string;
  object: Record<string, unknown>;
  read_seq: number;
  deleted_at: Date | null;
}

/**
 * Returns the sequence of a read, taken before the provider is called, so that an older response never overwrites a newer one
 * (docs/decisions/0004-mirror.md).
 */
export async function nextRead(db: Db): Promise<number> {
  const { rows } = await sql<{ seq: number }>`select nextval('mirror_read') as seq`.execute(db);
  return rows[0]!.seq;
}

interface Storing {
  mapping: SiteMapping;
  now: Date;
  /** The sequence stored with the snapshots instead of their own, which still decides whether they are newer. */
  numbered?: number | undefined;
}

/** Stores the snapshots that are newer than the stored ones. @returns the changes */
export async function storeSnapshots(tx: Tx, snapshots: readonly Snapshot[], storing: Storing): Promise<Change[]> {
  const byKind = Map.groupBy(newestOf(snapshots), (one) => one.kind);
  const changes: Change[] = [];
  for (const kind of kindsInOrder) {
    const own = byKind.get(kind)?.toSorted((a, b) => (a.object.id < b.object.id ? -1 : 1));
    if (own) changes.push(...(await storeKind(tx, kind, own, storing)));
  }
  return changes;
}

async function storeKind(tx: Tx, kind: ProviderKind, snapshots: readonly Snapshot[], storing: Storing): Promise<Change[]> {
  const present = await presentOf(
    tx,
    kind,
    snapshots.map(({ object }) => object.id),
  );
  const { mapping, now, numbered } = storing;
  const newer = snapshots
    .filter(({ object, readSeq }) => (present.get(object.id)?.read_seq ?? -1) < readSeq)
    .map((one) => (numbered === undefined ? one : { ...one, readSeq: numbered }));
  const gone = newer.filter(({ object }) => isGone(object) && (present.has(object.id) || (kind === 'customer' && isKnownObject(object))));
  const live = newer.filter(({ object }) => !isGone(object));
  const written = await upsert(tx, kind, live, mapping);
  await markGone(tx, kind, gone, now);
  return [...live.filter(({ object }) => written.has(object.id)), ...gone].map((one) => changeOf(one, present.get(one.object.id)));
}

/** Returns the snapshots that were not stored because the mirror has a later read with another state. */
export async function overtakenSnapshots(db: Db, snapshots: readonly Snapshot[]): Promise<Snapshot[]> {
  const byKind = Map.groupBy(newestOf(snapshots), (one) => one.kind);
  const found = [...byKind].map(async ([kind, own]) => {
    const { rows } = await sql<Present>`
      select id, object, read_seq, deleted_at from ${sql.table(mirrorTables[kind])}
      where id = any(${own.map(({ object }) => object.id)}::text[])`.execute(db);
    const later = new Map(rows.map((row) => [row.id, row]));
    return own.filter(({ object, readSeq }) => {
      const present = later.get(object.id);
      return present !== undefined && present.read_seq > readSeq && !isDeepStrictEqual(present.object, JSON.parse(JSON.stringify(object)));
    });
  });
  return (await Promise.all(found)).flat();
}

async function presentOf(tx: Tx, kind: ProviderKind, ids: readonly string[]): Promise<Map<string, Present>> {
  const { rows } = await sql<Present>`
    select id, object, read_seq, deleted_at from ${sql.table(mirrorTables[kind])}
    where id = any(${ids}::text[]) order by id for no key update`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

function changeOf(snapshot: Snapshot, present: Present | undefined): Change {
  const { kind, object } = snapshot;
  if (!present) return { kind, snapshot, before: null, fields: [], turn: 'new' };
  const before = present.object;
  const wasGone = present.deleted_at !== null;
  if (isGone(object)) return { kind, snapshot, before, fields: [], turn: wasGone ? null : 'gone' };
  return { kind, snapshot, before, fields: differing(before, object), turn: wasGone ? 'back' : null };
}

function differing(before: Record<string, unknown>, after: object): string[] {
  const now = after as Record<string, unknown>;
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  return [...names].filter((name) => !isDeepStrictEqual(before[name], now[name])).toSorted();
}

/** @returns the ids that were written: another transaction may have stored a later snapshot meanwhile */
async function upsert(tx: Tx, kind: ProviderKind, snapshots: readonly Snapshot[], mapping: SiteMapping): Promise<Set<string>> {
  if (snapshots.length === 0) return new Set();
  const table = mirrorTables[kind];
  const rows = snapshots.map(({ object, readSeq }) => ({
    ...rowMakers[kind](object as never, mapping),
    object: JSON.stringify(object),
    read_seq: readSeq,
    deleted_at: null,
    ...(kind === 'customer' && { read_at: sql`now()` }),
  }));
  const columns = Object.keys(rows[0]!).filter((column) => column !== 'id');
  const written = await tx
    .insertInto(table)
    .values(rows as never)
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(Object.fromEntries(columns.map((column) => [column, sql.ref(`excluded.${column}`)])) as never)
        .where(sql<boolean>`${sql.ref(`${table}.read_seq`)} < excluded.read_seq`),
    )
    .returning('id')
    .execute();
  return new Set(written.map((row) => row.id));
}

/**
 * Marks an object as deleted at the provider and keeps its last version; for a customer not stored before, the provider's stub is stored.
 */
async function markGone(tx: Tx, kind: ProviderKind, snapshots: readonly Snapshot[], at: Date): Promise<void> {
  if (snapshots.length === 0) return;
  const ids = snapshots.map(({ object }) => object.id);
  const seqs = snapshots.map(({ readSeq }) => readSeq);
  const table = sql.table(mirrorTables[kind]);
  if (kind === 'customer')
    await insertStubs(
      tx,
      snapshots.flatMap(({ object }) => (isKnownObject(object) ? object.id : [])),
      at,
    );
  await sql`
    update ${table} m set read_seq = gone.seq, deleted_at = coalesce(m.deleted_at, ${at})
    from unnest(${ids}::text[], ${seqs}::bigint[]) gone (id, seq)
    where m.id = gone.id and m.read_seq < gone.seq`.execute(tx);
}

async function insertStubs(tx: Tx, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return;
  const stubs = ids.map((id) => ({
    ...customerRow({ id }),
    object: JSON.stringify({ id, deleted: true }),
    read_seq: 0,
    deleted_at: at,
  }));
  await tx
    .insertInto('mirror_customer')
    .values(stubs)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}
