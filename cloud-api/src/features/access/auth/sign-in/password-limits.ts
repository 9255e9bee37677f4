import { attemptLimiter } from '../../../../common/attempt-limiter.ts';
import type { Alert } from '../../../../common/alert.ts';
import type { Caller } from '../../../../common/caller.ts';

const minute = 60;
const hour = 60 * minute;

/** Whether the caller is an enrolled device or signed in: guesses from an open network do not delay these. */
export const isKnown = ({ device, principal }: Caller): boolean => device !== null || principal !== null;

/**
 * The caller whose attempts are counted together: a device, a person or program over all their sessions, else an address. Sessions are no
 * measure, because a person may begin as many as they like.
 */
const placeOf = ({ device, principal, ip }: Caller): string => device?.id ?? (principal ? `${principal.kind} ${principal.id}` : ip);

export interface CountedAttempt {
  /** Takes the attempt back from the count, because it succeeded. */
  forgive(): Promise<void>;
}

/**
 * Limits wrong passwords and secrets of one place: for one name, and for all names together, so that one password is not tried on
 * everybody. A name is never locked for other places. Whoever is refused for the rest of an hour is told to IT once, without the name that was typed.
 */
export function passwordLimits(alert: Alert) {
  const ofPlace = [
    { limit: attemptLimiter({ attempts: 20, seconds: minute }), locks: null },
    { limit: attemptLimiter({ attempts: 100, seconds: hour }), locks: 'all names' },
  ];
  const ofName = [
    { limit: attemptLimiter({ attempts: 10, seconds: minute }), locks: null },
    { limit: attemptLimiter({ attempts: 30, seconds: hour }), locks: 'one name' },
  ];
  const tellLocked = (locks: string | null, place: string, { device }: Caller): void => {
    if (locks === null) return;
    const at = device?.name ?? place;
    alert(
      'password.locked',
      { place, site: device?.site ?? null },
      `Sign-ins with ${locks} are locked at ${at}: too many wrong passwords in an hour`,
    );
  };
  return {
    /** @throws Failure 429 `too_many_attempts` */
    async begin(name: string, caller: Caller): Promise<CountedAttempt> {
      const place = placeOf(caller);
      const counts = [...ofPlace.map((one) => ({ ...one, key: place })), ...ofName.map((one) => ({ ...one, key: `${name} ${place}` }))];
      for (const { limit, key, locks } of counts) await limit.use(key, () => tellLocked(locks, place, caller));
      return {
        async forgive() {
          for (const { limit, key } of counts) await limit.forgive(key);
        },
      };
    },
  };
}
