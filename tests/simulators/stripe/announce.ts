import { isDeepStrictEqual } from 'node:util';
import type { Sandbox } from './state/sandbox.ts';
import type { StoredObject } from './state/store.ts';
import { wireView } from './views/view.ts';

/** Stores a new object and emits its event. */
export function announceNew(sandbox: Sandbox, object: StoredObject, event: string): void {
  sandbox.store.put(object);
  sandbox.emit(event, object.id);
}

/**
 * Stores a changed object and emits its event with the previous values of the changed fields. A change that is not visible from outside is
 * only stored.
 */
export function announceChange(sandbox: Sandbox, before: StoredObject, after: StoredObject, event: string): void {
  const previous = changedFields(wireView(sandbox.store, before), wireView(sandbox.store, after));
  sandbox.store.put(after);
  if (Object.keys(previous).length > 0) sandbox.emit(event, after.id, previous);
}

function changedFields(before: Record<string, unknown>, after: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(before).filter(([name, value]) => !isDeepStrictEqual(value, after[name])));
}
