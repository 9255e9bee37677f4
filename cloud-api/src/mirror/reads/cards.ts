import type { Db } from '../../db/pool.ts';
import { mirroredLive } from './mirrored.ts';

/** Whose a stored card is; null for one that is nobody's or unknown. */
export const ownerOfCard = async (db: Db, id: string): Promise<string | null> =>
  (await mirroredLive(db, 'payment_method', id))?.customer ?? null;
