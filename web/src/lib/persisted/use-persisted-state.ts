import { useCallback, useRef, useState } from 'react';
import { z } from 'zod';
import { useSession } from '../session/use-session.ts';

const keyOf = (name: string): string => `washdesk.persisted.${name}`;

/** Stored with its owner, so that the next person at the same register does not see a half-filled form. */
const envelope = z.object({ owner: z.string(), value: z.unknown() });

type Change<T> = T | ((before: T) => T);

/**
 * State that survives a reload of this tab while the same person is signed in: half-filled forms and unfinished operations with their
 * Idempotency-Keys. A value that `schema` rejects counts as missing. `clear` removes the stored state.
 */
export function usePersistedState<T>(name: string, schema: z.ZodType<T>, initial: T): [T, (change: Change<T>) => void, () => void] {
  const owner = useSession()?.user.userid ?? '';
  const [value, setValue] = useState(() => readPersisted(name, owner, schema) ?? initial);
  /** The latest value, rendered or not: a request may start before the next render. */
  const latest = useRef(value);

  const persist = useCallback(
    (change: Change<T>) => {
      const next = isStep(change) ? change(latest.current) : change;
      latest.current = next;
      sessionStorage.setItem(keyOf(name), JSON.stringify({ owner, value: next }));
      setValue(next);
    },
    [name, owner],
  );
  const clear = useCallback(() => {
    clearPersisted(name);
    latest.current = initial;
    setValue(initial);
  }, [name, initial]);
  return [value, persist, clear];
}

/** A persisted value is JSON, so a function can only be an update of the previous value. */
function isStep<T>(change: Change<T>): change is (before: T) => T {
  return typeof change === 'function';
}

/** Returns null if nothing is stored, or it belongs to someone else or has another shape. */
export function readPersisted<T>(name: string, owner: string, schema: z.ZodType<T>): T | null {
  const text = sessionStorage.getItem(keyOf(name));
  if (text === null) return null;
  try {
    const stored = envelope.parse(JSON.parse(text));
    return stored.owner === owner ? schema.parse(stored.value) : null;
  } catch {
    return null; // written by another version or by hand: the form starts empty
  }
}

export function clearPersisted(name: string): void {
  sessionStorage.removeItem(keyOf(name));
}
