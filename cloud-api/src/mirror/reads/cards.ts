import type { Db } from '../../db/pool.ts';
import { mirroredLive } from './mirrored.ts';

/** Returns the customer of a stored card; null for a card without one, or an unknown card. */
export const ownerOfCard = async (db: Db, id: string): Promise<string | null> =>
  (await mirroredLive(db, 'payment_method', id))?.customer ?? null;
