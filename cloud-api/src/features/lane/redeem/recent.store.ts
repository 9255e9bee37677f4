import type { Db } from '../../../db/pool.ts';

/** Usages of one site after an instant, newest first, at most `most`. */
export function recentUsagesOf(db: Db, site: number, after: Date, most: number) {
  return db
    .selectFrom('usage')
    .select(['id', 'code', 'customer', 'at', 'plan_name'])
    .where('site', '=', site)
    .where('at', '>', after)
    .orderBy('at', 'desc')
    .limit(most)
    .execute();
}
