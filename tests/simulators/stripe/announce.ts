import { isDeepStrictEqual } from 'node:util';
import { wireView } from './views/view.ts';
import type { StoredObject } from './store.ts';
import type { Sandbox } from './sandbox.ts';

/** Puts a new object and says so. */
export function announceNew(sandbox: Sandbox, object: StoredObject, event: string): void {
  sandbox.store.put(object);
  sandbox.emit(event, object.id);
}

/**
 * Puts an object as it has become and says so with the fields that were different before. What others cannot see is only put.
 */
export function announceChange(sandbox: Sandbox, before: StoredObject, after: StoredObject, event: string): void {
  const previous = changedFields(wireView(sandbox.store, before), wireView(sandbox.store, after));
  sandbox.store.put(after);
  if (Object.keys(previous).length > 0) sandbox.emit(event, after.id, previous);
}

function changedFields(before: Record<string, unknown>, after: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(before).filter(([name, value]) => !isDeepStrictEqual(value, after[name])));
}
