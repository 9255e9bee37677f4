import { sql } from 'kysely';
import type { ProviderKind, ProviderObjects } from '../../common/provider-objects.ts';
import type { Db } from '../../db/pool.ts';
import { mirrorTables } from '../snapshots/tables.ts';

interface Mirrored<K extends ProviderKind> {
  object: ProviderObjects[K];
  /** Whether it is deleted at the provider. */
  deleted: boolean;
}

/** Returns one object as last read, with whether it was deleted; null if it is not in the mirror. */
export async function mirroredRow<K extends ProviderKind>(db: Db, kind: K, id: string): Promise<Mirrored<K> | null> {
  const { rows } = await sql<Mirrored<K>>`
    select object, deleted_at is not null as deleted from ${sql.table(mirrorTables[kind])} where id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Returns the object, deleted or not. */
export async function mirrored<K extends ProviderKind>(db: Db, kind: K, id: string): Promise<ProviderObjects[K] | null> {
  return (await mirroredRow(db, kind, id))?.object ?? null;
}

/** Returns the object; null also if it is deleted. */
export async function mirroredLive<K extends ProviderKind>(db: Db, kind: K, id: string): Promise<ProviderObjects[K] | null> {
  const row = await mirroredRow(db, kind, id);
  return row && !row.deleted ? row.object : null;
}
