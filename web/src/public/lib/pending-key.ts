import { newKey } from './call.ts';
import type { TabStorage } from './tab-storage.ts';

export interface PendingKey {
  /** Returns the key of the unfinished request with this body, else a new one. */
  keyFor: (body: unknown) => string;
  /** The outcome is known: the next request gets a new key. */
  settle: () => void;
}

/** The idempotency key of a page's one change. It stays until a final outcome, over reloads too, so that a repetition changes nothing twice. */
export function pendingKey(storage: TabStorage, name: string): PendingKey {
  return {
    keyFor: (body) => {
      const subject = JSON.stringify(body);
      const pending = storage.read(name) as { subject: string; key: string } | null;
      if (pending?.subject === subject) return pending.key;
      const key = newKey();
      storage.write(name, { subject, key });
      return key;
    },
    settle: () => storage.remove(name),
  };
}
