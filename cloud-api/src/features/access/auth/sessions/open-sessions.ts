import { RememberedReads } from '../../../../common/remembered-reads.ts';

/** Maximum delay until a session ended by another process is noticed. */
const noticedWithinMs = 5_000;
const sessionsRemembered = 10_000;

/**
 * Checks whether a session is still open without a query per request, and notifies live sockets of ended ones. Sessions ended by this
 * process are known immediately.
 */
export class OpenSessions {
  readonly #reads: RememberedReads<boolean>;
  readonly #listeners = new Set<(session: string) => void>();

  /** @param isOpen checks the database */
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
   * Calls the listener immediately for a session ended by this process, and for others when a caller checks them; possibly more than once.
   * @returns a function that removes the listener
   */
  onEnded(listener: (session: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #tell(session: string): void {
    for (const listener of this.#listeners) listener(session);
  }
}
