import { isDeepStrictEqual } from 'node:util';
import { viewOf } from './show.ts';
import type { StoredObject } from './store.ts';
import type { World } from './world.ts';

/** Puts a new object and says so. */
export function announceNew(world: World, object: StoredObject, event: string): void {
  world.store.put(object);
  world.emit(event, object.id);
}

/**
 * Puts an object as it has become and says so with the fields that were different before. What others cannot see is only put.
 */
export function announceChange(world: World, before: StoredObject, after: StoredObject, event: string): void {
  const previous = changedFields(viewOf(world.store, before), viewOf(world.store, after));
  world.store.put(after);
  if (Object.keys(previous).length > 0) world.emit(event, after.id, previous);
}

function changedFields(before: Record<string, unknown>, after: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(before).filter(([name, value]) => !isDeepStrictEqual(value, after[name])));
}
