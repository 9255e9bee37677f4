import type { PriceLimits } from '@washdesk/rules/plans/price-ranges';
import type { Db, Tx } from '../../../db/pool.ts';

/** Returns active reasons in their order; null: for all endings. */
export function activeReasons(db: Db, kind: string | null) {
  const all = db.selectFrom('reason').select(['value', 'text', 'kinds']).where('active', '=', true).orderBy('position').orderBy('value');
  return (kind === null ? all : all.where((is) => is(is.val(kind), '=', is.fn.any('kinds')))).execute();
}

const columns = ['id', 'product_class', 'min_price', 'max_car', 'max_truck', 'max_car_commercial', 'max_truck_commercial'] as const;

export const allPriceRanges = (db: Db) => db.selectFrom('price_range').select(columns).orderBy('id').execute();

/** Returns the row, locked until the transaction ends. */
export const lockedPriceRange = (tx: Tx, id: number) =>
  tx.selectFrom('price_range').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();

export async function updatePriceRange(tx: Tx, id: number, limits: PriceLimits, by: string, at: Date): Promise<void> {
  await tx
    .updateTable('price_range')
    .set({ ...limits, changed: at, changed_by: by })
    .where('id', '=', id)
    .execute();
}
