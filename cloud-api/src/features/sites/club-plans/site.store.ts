import type { Db } from '../../../db/pool.ts';

/** @throws Error for an unknown site */
export async function siteName(db: Db, site: number): Promise<string> {
  return (await db.selectFrom('site').select('name').where('number', '=', site).executeTakeFirstOrThrow()).name;
}
