import type { Db } from '../../db/pool.ts';

/** Stripe's Terminal locations as the mirror has them. */
export async function mirroredLocations(db: Db) {
  const rows = await db.selectFrom('mirror_location').select('object').where('deleted_at', 'is', null).execute();
  return rows.map((row) => row.object);
}
