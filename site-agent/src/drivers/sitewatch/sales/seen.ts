import type { SalesSeen } from '../../../ports/pos-sales.ts';

/**
 * A register takes an object id before it commits, so a sale may appear below one that was taken already. So far back it is still looked
 * for; object ids are shared by all tables, and a sale takes about four.
 */
export const overlap = 1_000;

export const nothingSeen: SalesSeen = { upTo: 0, near: [] };

/** @param objids of sales that are taken now */
export function seenWith(seen: SalesSeen, objids: readonly number[]): SalesSeen {
  const upTo = Math.max(seen.upTo, ...objids);
  return { upTo, near: [...seen.near, ...objids].filter((objid) => objid > upTo - overlap) };
}
