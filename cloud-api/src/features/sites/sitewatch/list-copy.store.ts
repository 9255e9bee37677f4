import type { Db } from '../../../db/pool.ts';
import { storableJson } from '../../../db/storable-json.ts';
import type { ListKind, ListRows } from './list-questions.ts';

/** A list of one site, as it was read last. */
export interface ListCopy<K extends ListKind> {
  site: number;
  rows: ListRows[K][];
  seen: Date;
}

export async function keepList<K extends ListKind>(db: Db, site: number, kind: K, rows: readonly ListRows[K][], seen: Date): Promise<void> {
  const copy = { items: storableJson(rows), seen };
  await db
    .insertInto('site_list')
    .values({ site, kind, ...copy })
    .onConflict((conflict) => conflict.columns(['site', 'kind']).doUpdateSet(copy))
    .execute();
}

/** The site's own copy; where it has none, the youngest that any other site has. */
export async function copyOfList<K extends ListKind>(db: Db, site: number, kind: K): Promise<ListCopy<K> | null> {
  const row = await db
    .selectFrom('site_list')
    .select(['site', 'items', 'seen'])
    .where('kind', '=', kind)
    .orderBy((e) => e('site', '=', site), 'desc')
    .orderBy('seen', 'desc')
    .executeTakeFirst();
  return row ? { site: row.site, rows: row.items as ListRows[K][], seen: row.seen } : null;
}
