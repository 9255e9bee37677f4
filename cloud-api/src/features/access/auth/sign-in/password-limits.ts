import type { Alert } from '../../../../common/alert.ts';
import { attemptLimiter } from '../../../../common/attempt-limiter.ts';
import type { Caller } from '../../../../common/caller.ts';

const minute = 60;
const hour = 60 * minute;

/** Whether the caller is an enrolled device or signed in: guesses from an open network do not delay it. */
export const isKnown = ({ device, principal }: Caller): boolean => device !== null || principal !== null;

/**
 * The caller for whom attempts are counted: a device, a user or client over all their sessions, otherwise an address. Sessions do not
 * count, because a user may start any number.
 */
const placeOf = ({ device, principal, ip }: Caller): string => device?.id ?? (principal ? `${principal.kind} ${principal.id}` : ip);

export interface CountedAttempt {
  /** Removes the attempt from the count, because it succeeded. */
  forgive(): Promise<void>;
}

/**
 * Limits wrong passwords and secrets per place: for one name, and for all names together, so that one password is not tried on every
 * account. A name is never locked at other places. A place locked for the rest of an hour is reported to IT once, without the typed name.
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
