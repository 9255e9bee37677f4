import type { z } from 'zod';
import { commands } from '@washdesk/site-protocol/commands';
import type { SitewatchCode, SitewatchDiscount } from '@washdesk/site-protocol/sitewatch';
import type { PersonalTables } from '../../../db/personal-data.ts';
import type { Db } from '../../../db/pool.ts';
import { storableJson } from '../../../db/storable-json.ts';
import type { Json } from '../../../db/tables/columns.ts';

/** The last response of a site's Sitewatch about one customer. */
interface SitewatchCopyTable {
  customer: string;
  kind: string;
  site: number;
  items: Json<unknown[]>;
  seen: Date;
}

declare module '../../../db/schema.ts' {
  interface Database {
    sitewatch_copy: SitewatchCopyTable;
  }
}

export const personalData = {
  sitewatch_copy: {
    plain: ['kind', 'site', 'seen'],
    personal: ['items'],
    customer: 'customer',
    erase: 'rows',
  },
} satisfies PersonalTables;

/** The queries sent to every site about one customer, each with the row of its response. */
export interface CopyRows {
  codes: SitewatchCode;
  discounts: SitewatchDiscount;
}
export type CopyKind = keyof CopyRows;

const rowSchemas: { [K in CopyKind]: z.ZodType<CopyRows[K][]> } = {
  codes: commands['sitewatch.codes'].reply.shape.codes,
  discounts: commands['sitewatch.discounts'].reply.shape.discounts,
};

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

/** Returns each site's last response about this customer. Skips a copy that this release cannot parse. */
export async function copiesOf<K extends CopyKind>(db: Db, customer: string, kind: K): Promise<Copy<K>[]> {
  const rows = await db
    .selectFrom('sitewatch_copy')
    .select(['site', 'items', 'seen'])
    .where('customer', '=', customer)
    .where('kind', '=', kind)
    .execute();
  return rows.flatMap(({ site, items, seen }) => {
    const { data } = rowSchemas[kind].safeParse(items);
    return data ? [{ site, rows: data, seen }] : [];
  });
}
