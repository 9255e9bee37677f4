import { noSuchReference, StripeFault } from '../wire/errors.ts';
import type { Input } from '../wire/input.ts';

export const listParameters = ['limit', 'starting_after', 'ending_before', 'expand'] as const;

export interface Page<T> {
  data: T[];
  has_more: boolean;
}

/** Returns the number of list entries before a removed object, such as a deleted customer; undefined for one that never existed. */
export type PositionOfAbsent = (id: string) => number | undefined;

const longest = 100;

/** Returns one page of `all`, which is in list order (newest first). Cursors are ids of objects that are, or were, in the list. */
export function pageOf<T extends { id: string }>(
  all: readonly T[],
  input: Input,
  kind: string,
  placeOfAbsent: PositionOfAbsent = () => undefined,
): Page<T> {
  // Real Stripe clamps a limit outside of 1 to 100 without an error.
  const limit = Math.min(Math.max(input.integer('limit') ?? 10, 1), longest);
  const after = cursorOf(all, input, 'starting_after', { kind, placeOfAbsent });
  const before = cursorOf(all, input, 'ending_before', { kind, placeOfAbsent });
  if (after && before) {
    throw new StripeFault(400, 'Received both starting_after and ending_before parameters. Please pass in only one.');
  }
  if (before) {
    const start = Math.max(0, before.place - limit);
    return { data: all.slice(start, before.place), has_more: start > 0 };
  }
  const start = after ? after.place + (after.isThere ? 1 : 0) : 0;
  return { data: all.slice(start, start + limit), has_more: start + limit < all.length };
}

function cursorOf(
  all: readonly { id: string }[],
  input: Input,
  param: string,
  { kind, placeOfAbsent }: { kind: string; placeOfAbsent: PositionOfAbsent },
): { place: number; isThere: boolean } | undefined {
  const id = input.text(param);
  if (id === undefined) return undefined;
  const place = all.findIndex((each) => each.id === id);
  if (place >= 0) return { place, isThere: true };
  const absent = placeOfAbsent(id);
  if (absent === undefined) throw noSuchReference(kind, id, param);
  return { place: absent, isThere: false };
}
