import type { SalesCursor } from '../../../ports/pos-sales.ts';

/**
 * A register takes an object id before it commits, so a sale may appear below one that was taken already. Sales are asked for this many ids
 * back; object ids are shared by all tables, and a sale takes about four.
 */
export const objidOverlap = 1_000;

export const emptyCursor: SalesCursor = { upTo: 0, near: [] };

/** @param objids object ids of the sales that are taken now */
export function advanceCursor(cursor: SalesCursor, objids: readonly number[]): SalesCursor {
  const upTo = Math.max(cursor.upTo, ...objids);
  return { upTo, near: [...cursor.near, ...objids].filter((objid) => objid > upTo - objidOverlap) };
}
