import { useCallback, useRef, useState } from 'react';
import { z } from 'zod';
import { useSession } from '../session/use-session.ts';

const prefix = 'washdesk.kept.';

/** Whose it is: another person at the same register must not find somebody's half-filled form. */
const envelope = z.object({ owner: z.string(), value: z.unknown() });

type Change<T> = T | ((before: T) => T);

/**
 * State that outlives a reload of this tab, for as long as it is the same person's: forms half filled, acts half done (design section 4, "Money once").
 * What `schema` does not accept any more counts as none. `forget` ends the keeping and starts anew.
 */
export function useKeptState<T>(name: string, schema: z.ZodType<T>, initial: T): [T, (change: Change<T>) => void, () => void] {
  const owner = useSession()?.user.userid ?? '';
  const [value, setValue] = useState(() => readKept(name, owner, schema) ?? initial);
  /** What has been kept by now, drawn or not: an act may begin before the next drawing. */
  const latest = useRef(value);

  const keep = useCallback(
    (change: Change<T>) => {
      const next = isStep(change) ? change(latest.current) : change;
      latest.current = next;
      sessionStorage.setItem(prefix + name, JSON.stringify({ owner, value: next }));
      setValue(next);
    },
    [name, owner],
  );
  const forget = useCallback(() => {
    forgetKept(name);
    latest.current = initial;
    setValue(initial);
  }, [name, initial]);
  return [value, keep, forget];
}

/** What is kept is JSON, so a function can only be a step from the value before. */
function isStep<T>(change: Change<T>): change is (before: T) => T {
  return typeof change === 'function';
}

/** Null where nothing is kept, where it is someone else's, or where it has another shape by now. */
export function readKept<T>(name: string, owner: string, schema: z.ZodType<T>): T | null {
  const text = sessionStorage.getItem(prefix + name);
  if (text === null) return null;
  try {
    const kept = envelope.parse(JSON.parse(text));
    return kept.owner === owner ? schema.parse(kept.value) : null;
  } catch {
    return null; // written by another version or by hand: the form starts empty
  }
}

export function forgetKept(name: string): void {
  sessionStorage.removeItem(prefix + name);
}
