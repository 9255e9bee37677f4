import { RememberedReads } from '../../../../common/remembered-reads.ts';

/** A session that another process ended is noticed within this time. */
const noticedWithinMs = 5_000;
const sessionsRemembered = 10_000;

/**
 * Tells whether a session is still open, without a query per request, and announces ended ones to live sockets. Sessions that this process
 * ends are known at once.
 */
export class OpenSessions {
  readonly #reads: RememberedReads<boolean>;
  readonly #listeners = new Set<(session: string) => void>();

  /** @param isOpen asks the database */
  constructor(isOpen: (session: string) => Promise<boolean>) {
    const read = async (session: string): Promise<boolean> => {
      const open = await isOpen(session);
      if (!open) this.#tell(session);
      return open;
    };
    this.#reads = new RememberedReads({ read, ttlMs: noticedWithinMs, max: sessionsRemembered });
  }

  async has(session: string): Promise<boolean> {
    return this.#reads.get(session);
  }

  announceEnded(sessions: readonly string[]): void {
    for (const session of sessions) {
      this.#reads.forget(session);
      this.#tell(session);
    }
  }

  /**
   * Calls the listener at once for a session that this process ended, and for any other when somebody asks for it; maybe more than once.
   * @returns stops listening
   */
  onEnded(listener: (session: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #tell(session: string): void {
    for (const listener of this.#listeners) listener(session);
  }
}
