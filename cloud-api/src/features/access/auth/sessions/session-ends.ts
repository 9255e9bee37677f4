import type { Clock } from '../../../../ports/clock.ts';
import type { SessionEnds } from '../../../../ports/session-ends.ts';
import { endSessionsOf } from './session.store.ts';

/**
 * Ends sessions, and announces which were ended.
 * @param systemClock sessions go by the machine's time
 * @param announce for the process that serves requests; a command-line tool has nobody to tell, and servers notice within seconds
 */
export function sessionEnds(systemClock: Clock, announce: (sessions: readonly string[]) => void): SessionEnds {
  return {
    endAll: (tx, holder, why) => endSessionsOf(tx, holder, why, systemClock.now()),
    announce,
  };
}
