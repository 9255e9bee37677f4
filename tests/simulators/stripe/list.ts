import { invalidParameter, noSuchReference } from './wire/errors.ts';
import type { Input } from './wire/input.ts';

export const listParameters = ['limit', 'starting_after', 'ending_before', 'expand'] as const;

export interface Page<T> {
  data: T[];
  has_more: boolean;
}

/** One page of `all`, which is in the list's order (newest first). Cursors are ids of objects that are in the list. */
export function pageOf<T extends { id: string }>(all: readonly T[], input: Input, kind: string): Page<T> {
  const limit = input.integer('limit', { from: 1, to: 100 }) ?? 10;
  const after = input.text('starting_after');
  const before = input.text('ending_before');
  if (after !== undefined && before !== undefined) {
    throw invalidParameter('ending_before', 'Received both starting_after and ending_before parameters. Please pass in only one.');
  }
  if (before !== undefined) {
    const end = positionOf(all, before, 'ending_before', kind);
    const start = Math.max(0, end - limit);
    return { data: all.slice(start, end), has_more: start > 0 };
  }
  const start = after === undefined ? 0 : positionOf(all, after, 'starting_after', kind) + 1;
  return { data: all.slice(start, start + limit), has_more: start + limit < all.length };
}

function positionOf(all: readonly { id: string }[], id: string, param: string, kind: string): number {
  const position = all.findIndex((each) => each.id === id);
  if (position < 0) throw noSuchReference(kind, id, param);
  return position;
}
