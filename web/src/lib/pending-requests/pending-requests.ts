import { v4 as uuid } from 'uuid';
import { serverNow } from '../server-clock.ts';

interface Attempt {
  id: string;
  sinceMs: number;
}

/**
 * Ids of requests whose outcome is unknown. A retry must use the same id so that the change is made once; only a final outcome releases it.
 * Stored in the tab's session storage, so they survive a reload.
 */
export interface PendingRequests {
  /** Returns the id of the running attempt for this subject, or a new one. */
  idFor: (subject: string) => string;
  /** Marks the outcome as known: the next attempt gets a new id. */
  settle: (subject: string) => void;
  /** Removes every request of this kind: after a change the same entries mean a new request. */
  clear: () => void;
  /** Subjects whose requests have no outcome yet, oldest first. */
  subjects: () => string[];
}

/**
 * `kind` is the operation's name in the storage. An attempt older than `lifetimeMs` is dropped, because a new request then means a new
 * operation.
 */
export function pendingRequests(kind: string, lifetimeMs: number): PendingRequests {
  const storageKey = `washdesk.pending-requests.${kind}`;

  const read = (): Record<string, Attempt> => {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, Attempt>;
    const now = serverNow().getTime();
    return Object.fromEntries(Object.entries(stored).filter(([, attempt]) => now - attempt.sinceMs < lifetimeMs));
  };
  const write = (attempts: Record<string, Attempt>): void => sessionStorage.setItem(storageKey, JSON.stringify(attempts));

  return {
    idFor: (subject) => {
      const attempts = read();
      const attempt = attempts[subject] ?? { id: uuid(), sinceMs: serverNow().getTime() };
      write({ ...attempts, [subject]: attempt });
      return attempt.id;
    },
    settle: (subject) => {
      const { [subject]: known, ...others } = read();
      if (known) write(others);
    },
    clear: () => sessionStorage.removeItem(storageKey),
    subjects: () => Object.keys(read()),
  };
}
