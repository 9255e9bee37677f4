import { RememberedReads } from '../../db/remembered-reads.ts';

/** A session that another process ended is noticed within this time. */
const noticedWithinMs = 5_000;
const sessionsRemembered = 10_000;

/**
 * Whether a session is still open, without a query per request; and word of those that ended, for live sockets.
 * What this process itself ends is known at once.
 */
export class OpenSessions {
  readonly #reads: RememberedReads<boolean>;
  readonly #listeners = new Set<(session: string) => void>();

  /** @param isOpen asks the database */
  constructor(isOpen: (session: string) => Promise<boolean>) {
    this.#reads = new RememberedReads({ read: isOpen, ttlMs: noticedWithinMs, max: sessionsRemembered });
  }

  async has(session: string): Promise<boolean> {
    return this.#reads.get(session);
  }

  announceEnded(sessions: readonly string[]): void {
    for (const session of sessions) {
      this.#reads.forget(session);
      for (const listener of this.#listeners) listener(session);
    }
  }

  /** @returns stops listening */
  onEnded(listener: (session: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
