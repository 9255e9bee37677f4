import type { Tx } from '../db/pool.ts';

/** `except` is a session that stays open. */
export type SessionHolder = { employee: number; except?: string } | { device: string } | { program: string };

/** Lets other features sign people out: a device taken out of service, a user whose access changed. */
export interface SessionEnds {
  /**
   * Ends every open session of the holder inside the caller's transaction.
   * @returns the ids of the ended sessions, to announce once that transaction is committed
   */
  endAll(tx: Tx, holder: SessionHolder, why: string): Promise<string[]>;
  /** Access tokens of these sessions are rejected from now on, and their live sockets close. */
  announce(sessions: readonly string[]): void;
}
