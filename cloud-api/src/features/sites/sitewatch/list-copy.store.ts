import type { Db } from '../../../db/pool.ts';
import { storableJson } from '../../../db/storable-json.ts';
import { rowsOfList, type ListKind, type ListRows } from './list-questions.ts';
import type { Json } from '../../../db/tables/columns.ts';

/** A list of a site's Sitewatch, as it was last read. */
interface SiteListTable {
  site: number;
  kind: string;
  items: Json<unknown[]>;
  seen: Date;
}

declare module '../../../db/schema.ts' {
  interface Database {
    site_list: SiteListTable;
  }
}

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

/** The site's own copy; where it has none, the youngest that any other site has. A copy that this release cannot read is none. */
export async function copyOfList<K extends ListKind>(db: Db, site: number, kind: K): Promise<ListCopy<K> | null> {
  const row = await db
    .selectFrom('site_list')
    .select(['site', 'items', 'seen'])
    .where('kind', '=', kind)
    .orderBy((e) => e('site', '=', site), 'desc')
    .orderBy('seen', 'desc')
    .executeTakeFirst();
  const rows = row && rowsOfList(kind, row.items);
  return rows ? { site: row.site, rows, seen: row.seen } : null;
}
