import type { PersonalTables } from '../../../db/personal-data.ts';
import type { Db } from '../../../db/pool.ts';
import { storableJson } from '../../../db/storable-json.ts';
import type { Json } from '../../../db/tables/columns.ts';
import { rowsOfList, type ListKind, type ListRows } from './list-questions.ts';

/** A list of a site's Sitewatch, as last read. */
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

export const personalData = {
  site_list: {
    plain: ['site', 'kind', 'items', 'seen'],
  },
} satisfies PersonalTables;

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

/** Returns the site's own copy, otherwise the newest copy of any other site. Ignores a copy that this release cannot parse. */
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
