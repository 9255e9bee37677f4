import { writeAudit } from '../../../../audit/audit.ts';
import type { Alert } from '../../../../common/alert.ts';
import type { EnrolledDevice } from '../../../../common/caller.ts';
import { Failure } from '../../../../common/failure.ts';
import type { Db, Tx } from '../../../../db/pool.ts';
import type { Clock } from '../../../../ports/clock.ts';
import { countAttempt, forgiveAttempt, hourMs, removeAttempts, type CountTable } from './attempt-counts.store.ts';

/** Wrong PINs or codes per user, place and hour. */
export const mostAttempts = 10;

export interface AttemptOptions {
  db: Db;
  /** The company's time, for audit rows. */
  clock: Clock;
  /** The machine's time, by which a lock ends. */
  systemClock: Clock;
  alert: Alert;
}

/** The secret being guessed, and its texts. */
interface Kind {
  table: CountTable;
  /** The noun of the audit action and the alert: `pin.locked`. */
  noun: string;
  lockedFor: (wait: string) => string;
  /** The text of the alert. */
  lockedAt: (employee: number, place: string) => string;
}

const pins: Kind = {
  table: 'pin_attempt',
  noun: 'pin',
  lockedFor: (wait) => `This PIN is locked here for ${wait}. Sign in with your username, or ask an Admin to unlock it`,
  lockedAt: (employee, place) => `The PIN of employee ${employee} is locked at ${place}`,
};

const codes: Kind = {
  table: 'code_attempt',
  noun: 'one-time-code',
  lockedFor: (wait) => `This person’s one-time codes are locked here for ${wait}. Ask an Admin to unlock them`,
  lockedAt: (employee, place) => `One-time codes of employee ${employee} are locked at ${place}`,
};

/** The place of the guesses. Browsers that are not enrolled count as one place: only a user with the password reaches the code there. */
export type AttemptPlace = Pick<EnrolledDevice, 'id' | 'name'> & { site: number | null };

const elsewhere: AttemptPlace = { id: 'elsewhere', name: 'browsers that are not enrolled', site: null };

export const placeOfAttempt = (device: EnrolledDevice | null): AttemptPlace => device ?? elsewhere;

/** Counts wrong PINs or codes per user and place, so that a manager cannot be locked out from another register. */
export class PersonAttempts {
  readonly #options: AttemptOptions;
  readonly #kind: Kind;

  constructor(options: AttemptOptions, kind: 'pin' | 'code') {
    this.#options = options;
    this.#kind = kind === 'pin' ? pins : codes;
  }

  /** Counts the attempt before it is checked. @returns its number. @throws Failure 429 `too_many_attempts` */
  async begin(employee: number, place: AttemptPlace): Promise<number> {
    const now = this.#options.systemClock.now();
    const { since, attempts } = await countAttempt(this.#options.db, this.#kind.table, employee, place.id, now);
    if (attempts > mostAttempts) throw this.#locked(since.getTime() + hourMs - now.getTime());
    return attempts;
  }

  succeeded(employee: number, place: AttemptPlace): Promise<void> {
    return forgiveAttempt(this.#options.db, this.#kind.table, employee, place.id);
  }

  /** Locks after the last allowed attempt and sends an alert. */
  async failed(employee: number, { id, name, site }: AttemptPlace, requestId: string, attempt: number): Promise<void> {
    if (attempt !== mostAttempts) return;
    const { db, clock, alert } = this.#options;
    const device = id === elsewhere.id ? null : id;
    const action = `${this.#kind.noun}.locked`;
    await writeAudit(db, {
      actor: device === null ? String(employee) : `device:${device}`,
      site,
      device,
      requestId,
      action,
      subject: `staff:${employee}`,
      after: { attempts: mostAttempts },
      at: clock.now(),
    });
    alert(action, { employee, device, site }, this.#kind.lockedAt(employee, name));
  }

  /** @returns the number of places that were locked */
  remove(tx: Tx, employee: number): Promise<number> {
    return removeAttempts(tx, this.#kind.table, employee, mostAttempts);
  }

  #locked(endsMs: number): Failure {
    const retryAfterSeconds = Math.max(1, Math.ceil(endsMs / 1_000));
    const words = this.#kind.lockedFor(`${Math.ceil(retryAfterSeconds / 60)} minutes`);
    return new Failure(429, 'too_many_attempts', words, { details: { retryAfterSeconds } });
  }
}
