import type { SitewatchCode, SitewatchDiscount } from '@washdesk/site-protocol/sitewatch';
import type { Db } from '../../../db/pool.ts';
import { storableJson } from '../../../db/storable-json.ts';

/** The questions that every site is asked about one customer, and the row of each answer. */
export interface CopyRows {
  codes: SitewatchCode;
  discounts: SitewatchDiscount;
}
export type CopyKind = keyof CopyRows;

export interface Copy<K extends CopyKind> {
  site: number;
  rows: CopyRows[K][];
  seen: Date;
}

export async function keepCopy<K extends CopyKind>(db: Db, customer: string, kind: K, { site, rows, seen }: Copy<K>): Promise<void> {
  const copy = { items: storableJson(rows), seen };
  await db
    .insertInto('sitewatch_copy')
    .values({ customer, kind, site, ...copy })
    .onConflict((conflict) => conflict.columns(['customer', 'kind', 'site']).doUpdateSet(copy))
    .execute();
}

/** The last answer of each site about this customer. */
export async function copiesOf<K extends CopyKind>(db: Db, customer: string, kind: K): Promise<Copy<K>[]> {
  const rows = await db
    .selectFrom('sitewatch_copy')
    .select(['site', 'items', 'seen'])
    .where('customer', '=', customer)
    .where('kind', '=', kind)
    .execute();
  return rows.map(({ site, items, seen }) => ({ site, rows: items as CopyRows[K][], seen }));
}
