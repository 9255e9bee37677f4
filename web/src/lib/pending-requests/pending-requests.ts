import { v7 as uuidv7 } from 'uuid';

interface Attempt {
  id: string;
  sinceMs: number;
}

/**
 * The ids of requests whose outcome is not known yet. Asking again must use the same id, so that the operation happens once; only a final
 * outcome frees it. Stored in this tab's session storage: a reload in the middle changes nothing.
 */
export interface PendingRequests {
  /** The id of the attempt under way for this subject, else a new one. */
  idFor: (subject: string) => string;
  /** The outcome is known: the next attempt gets a new id. */
  settle: (subject: string) => void;
  /** The subjects whose requests wait for an outcome, oldest first. */
  subjects: () => string[];
}

/** `kind` names the operation in the storage; an attempt older than `lifetimeMs` is forgotten, because a new request then means a new operation. */
export function pendingRequests(kind: string, lifetimeMs: number): PendingRequests {
  const storageKey = `washdesk.pending-requests.${kind}`;

  const read = (): Record<string, Attempt> => {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, Attempt>;
    const now = Date.now();
    return Object.fromEntries(Object.entries(stored).filter(([, attempt]) => now - attempt.sinceMs < lifetimeMs));
  };
  const write = (attempts: Record<string, Attempt>): void => sessionStorage.setItem(storageKey, JSON.stringify(attempts));

  return {
    idFor: (subject) => {
      const attempts = read();
      const attempt = attempts[subject] ?? { id: uuidv7(), sinceMs: Date.now() };
      write({ ...attempts, [subject]: attempt });
      return attempt.id;
    },
    settle: (subject) => {
      const { [subject]: known, ...others } = read();
      if (known) write(others);
    },
    subjects: () => Object.keys(read()),
  };
}
