import { sql } from 'kysely';
import { applySnapshots, currentSnapshotContext } from '../apply-snapshots.ts';
import type { MirrorParts } from '../mirror-parts.ts';
import { nextRead } from '../snapshots/mirror.store.ts';
import { missingSnapshot, snapshot, type Snapshot } from '../snapshots/snapshot.ts';
import { mirrorTables } from '../snapshots/tables.ts';

/** Kinds that the provider announces no change of, or whose change must not wait for a lost event. */
const unannounced = ['location', 'tax_rate'] as const;

/** Reads locations and tax rates again. There are few of both. */
export async function refreshUnannounced(parts: MirrorParts): Promise<void> {
  const { db } = parts;
  const snapshots: Snapshot[] = [];
  for (const kind of unannounced) snapshots.push(...(await readAll(parts, kind)));
  const context = await currentSnapshotContext(parts);
  await db.transaction().execute((tx) => applySnapshots(tx, snapshots, context));
}

async function readAll({ db, payments }: MirrorParts, kind: (typeof unannounced)[number]): Promise<Snapshot[]> {
  const readSeq = await nextRead(db);
  const found: Snapshot[] = [];
  for await (const page of payments.list(kind, async () => undefined)) found.push(...page.map((object) => snapshot(kind, object, readSeq)));
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(mirrorTables[kind])} where deleted_at is null`.execute(db);
  const gone = rows.filter(({ id }) => !found.some(({ object }) => object.id === id));
  for (const { id } of gone) {
    const object = await payments.fetch(kind, id, 'background');
    found.push(object ? snapshot(kind, object, readSeq) : missingSnapshot(kind, id, readSeq));
  }
  return found;
}
