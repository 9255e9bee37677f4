import type { SalesCursor } from '../../../ports/pos-sales.ts';

/**
 * Overlap of the polling, in object ids. A register takes an object id before it commits, so a sale may appear below one already taken.
 * Object ids are shared by all tables, and a sale uses about four.
 */
export const objidOverlap = 1_000;

export const emptyCursor: SalesCursor = { upTo: 0, near: [] };

/** @param objids object ids of the sales being taken */
export function advanceCursor(cursor: SalesCursor, objids: readonly number[]): SalesCursor {
  const upTo = Math.max(cursor.upTo, ...objids);
  return { upTo, near: [...cursor.near, ...objids].filter((objid) => objid > upTo - objidOverlap) };
}
