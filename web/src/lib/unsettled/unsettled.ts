import { v7 as uuidv7 } from 'uuid';

interface Attempt {
  id: string;
  sinceMs: number;
}

/**
 * The ids of acts whose outcome nobody knows yet. Asking again must bear the same id, so that the act happens once; only a final outcome
 * frees it. Kept in this tab's session storage: a reload in the middle changes nothing.
 */
export interface Unsettled {
  /** The id of the attempt under way for this subject, else a new one. */
  idFor: (subject: string) => string;
  /** The outcome is known: the next attempt gets a new id. */
  settle: (subject: string) => void;
  /** What still waits for an outcome, oldest first. */
  subjects: () => string[];
}

/** `kind` names the act in the storage; an attempt older than `lifeMs` is forgotten, because asking again then means a new act. */
export function unsettledActs(kind: string, lifeMs: number): Unsettled {
  const storageKey = `washdesk.unsettled.${kind}`;

  const read = (): Record<string, Attempt> => {
    const kept = JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Record<string, Attempt>;
    const now = Date.now();
    return Object.fromEntries(Object.entries(kept).filter(([, attempt]) => now - attempt.sinceMs < lifeMs));
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
      const { [subject]: settled, ...others } = read();
      if (settled) write(others);
    },
    subjects: () => Object.keys(read()),
  };
}
