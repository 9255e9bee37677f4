import { attemptLimiter } from '../../../common/attempt-limiter.ts';
import type { Caller } from '../../../common/caller.ts';

const minute = 60;
const hour = 60 * minute;

/** Whether the caller is an enrolled device or signed in: guesses from an open network do not delay these. */
export const isKnown = ({ device, principal }: Caller): boolean => device !== null || principal !== null;

/**
 * Whose attempts are counted together: a device's, a person's or program's over all their sessions, else an address's. Sessions are no
 * measure, for a person begins as many as they like.
 */
const placeOf = ({ device, principal, ip }: Caller): string => device?.id ?? (principal ? `${principal.kind} ${principal.id}` : ip);

export interface CountedAttempt {
  /** Takes the attempt back from the count, because it succeeded. */
  forgive(): Promise<void>;
}

/**
 * Limits wrong passwords and secrets of one place: for one name, and for all names together, so that one password is not tried on
 * everybody. A name is never locked for other places.
 */
export function passwordLimits() {
  const ofPlace = [attemptLimiter({ attempts: 20, seconds: minute }), attemptLimiter({ attempts: 100, seconds: hour })];
  const ofName = [attemptLimiter({ attempts: 10, seconds: minute }), attemptLimiter({ attempts: 30, seconds: hour })];
  return {
    /** @throws Failure 429 `too_many_attempts` */
    async begin(name: string, caller: Caller): Promise<CountedAttempt> {
      const place = placeOf(caller);
      const counts = [...ofPlace.map((limit) => ({ limit, key: place })), ...ofName.map((limit) => ({ limit, key: `${name} ${place}` }))];
      for (const { limit, key } of counts) await limit.use(key);
      return {
        async forgive() {
          for (const { limit, key } of counts) await limit.forgive(key);
        },
      };
    },
  };
}
