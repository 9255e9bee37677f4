import type { Db } from '../../db/pool.ts';
import type { ProviderSchedule } from '../../db/provider-objects.ts';

export async function scheduleById(db: Db, id: string): Promise<ProviderSchedule | null> {
  const row = await db.selectFrom('mirror_schedule').select('object').where('id', '=', id).executeTakeFirst();
  return row?.object ?? null;
}
