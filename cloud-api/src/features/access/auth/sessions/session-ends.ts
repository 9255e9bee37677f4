import type { Clock } from '../../../../ports/clock.ts';
import type { SessionEnds } from '../../../../ports/session-ends.ts';
import { endSessionsOf } from './session.store.ts';

/**
 * Ends sessions, and announces the ended ones.
 * @param systemClock sessions use the machine's time
 * @param announce for the process that serves requests; for a command-line tool a no-op, servers notice within seconds
 */
export function sessionEnds(systemClock: Clock, announce: (sessions: readonly string[]) => void): SessionEnds {
  return {
    endAll: (tx, holder, why) => endSessionsOf(tx, holder, why, systemClock.now()),
    announce,
  };
}
