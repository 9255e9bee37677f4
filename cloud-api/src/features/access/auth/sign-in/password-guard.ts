import { createHash } from 'node:crypto';
import type { Alert } from '../../../../common/alert.ts';
import { attemptLimiter } from '../../../../common/attempt-limiter.ts';
import type { Caller } from '../../../../common/caller.ts';
import { Failure } from '../../../../common/failure.ts';
import type { HashGate } from '../../../../common/hash-gate.ts';
import { customerNetwork } from '../../../../common/networks.ts';
import { countInHour, uncount } from '../../../../db/hourly-count.ts';
import type { Db } from '../../../../db/pool.ts';
import { isFamiliar, storeFamiliar } from './familiar-networks.store.ts';

const minute = 60;
const hour = 60 * minute;

/** Wrong secrets for one name per hour, over all networks where it has not signed in before. */
const mostOfName = 100;

interface Options {
  db: Db;
  gate: HashGate;
  alert: Alert;
}

/** The place of an attempt: a device, a user or client over all their sessions, otherwise a network where the name is familiar or not. */
interface Place {
  id: string;
  kind: 'own' | 'familiar' | 'unknown';
}

/**
 * Limits wrong passwords and secrets per place: for one name, and for all names together, so that one password is not tried on every
 * account. A name that is guessed from many networks is locked for networks where it has never signed in, and nowhere else. A lock for the
 * rest of an hour is reported to IT once, without the typed name.
 */
export class PasswordGuard {
  readonly #options: Options;
  readonly #ofPlace = [
    { limit: attemptLimiter({ attempts: 100, seconds: hour }), locks: 'all names' },
    { limit: attemptLimiter({ attempts: 20, seconds: minute }), locks: null },
  ];
  readonly #ofName = [
    { limit: attemptLimiter({ attempts: 10, seconds: minute }), locks: null },
    { limit: attemptLimiter({ attempts: 30, seconds: hour }), locks: 'one name' },
  ];

  constructor(options: Options) {
    this.#options = options;
  }

  /**
   * @param name the kind of account, and the name in its canonical form
   * @param verify compares the secret; as slow for an unknown name
   * @throws Failure 429 `too_many_attempts`
   */
  async check(name: string, caller: Caller, verify: () => Promise<boolean>): Promise<boolean> {
    const { db, gate } = this.#options;
    const hash = createHash('sha256').update(name).digest();
    const nameKey = `wrong password ${name}`;
    const network = customerNetwork(caller.ip);
    const place = await this.#placeOf(caller, hash, network);
    const counts = [
      // others in a shared network must not lock a name that is familiar there
      ...(place.kind === 'familiar' ? [] : this.#ofPlace.map((one) => ({ ...one, key: place.id }))),
      ...this.#ofName.map((one) => ({ ...one, key: `${name} ${place.id}` })),
    ];
    for (const { limit, key, locks } of counts) await limit.use(key, () => this.#tellLocked(locks, place, caller));
    const isUnknown = place.kind === 'unknown';
    const isRight = await gate.run(isUnknown ? caller.ip : null, async () => {
      if (isUnknown) await this.#countName(nameKey);
      return verify();
    });
    if (!isRight) return false;
    for (const { limit, key } of counts) await limit.forgive(key);
    if (isUnknown) await uncount(db, nameKey);
    if (caller.device === null) await storeFamiliar(db, hash, network);
    return true;
  }

  async #placeOf({ device, principal }: Caller, name: Buffer, network: string): Promise<Place> {
    if (device) return { id: device.id, kind: 'own' };
    if (principal) return { id: `${principal.kind} ${principal.id}`, kind: 'own' };
    return { id: network, kind: (await isFamiliar(this.#options.db, name, network)) ? 'familiar' : 'unknown' };
  }

  async #countName(key: string): Promise<void> {
    const { db, alert } = this.#options;
    const { attempts, endsInSeconds } = await countInHour(db, key);
    if (attempts <= mostOfName) return;
    if (attempts === mostOfName + 1)
      alert(
        'password.locked',
        { place: 'many', site: null },
        'Sign-ins with one name are locked at new places: it is guessed from many networks',
      );
    throw new Failure(
      429,
      'too_many_attempts',
      'This name is locked at new places. Sign in at a register, or where you have signed in before',
      {
        details: { retryAfterSeconds: endsInSeconds },
      },
    );
  }

  #tellLocked(locks: string | null, { id }: Place, { device }: Caller): void {
    if (locks === null) return;
    const message = `Sign-ins with ${locks} are locked at ${device?.name ?? id}: too many wrong passwords in an hour`;
    this.#options.alert('password.locked', { place: id, site: device?.site ?? null }, message);
  }
}
