import { newKey, type CallFailed } from './call.ts';
import type { TabStorage } from './tab-storage.ts';

interface PendingKey {
  /** Returns the key of the unfinished request with this body, else a new one. */
  keyFor: (body: unknown) => string;
  /** The outcome is known: the next request gets a new key. */
  settle: () => void;
}

const unknownOutcomeCodes: readonly string[] = ['in_progress', 'customer_busy'];

/** Whether a failed change has a known outcome, so that the next one gets a new key. A lost response or a fault of the server is none. */
export const isOutcome = ({ status, code }: Pick<CallFailed, 'status' | 'code'>): boolean =>
  status !== null && status < 500 && status !== 429 && !unknownOutcomeCodes.includes(code);

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
