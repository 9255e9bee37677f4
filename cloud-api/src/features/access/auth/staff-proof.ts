import type { Db } from '../../../db/pool.ts';
import type { EnrolledDevice } from '../../../common/caller.ts';
import type { Limiter } from '../../../common/rate-limit.ts';
import type { SecretHasher } from '../../../ports/secret-hasher.ts';
import { attemptLimiter } from '../../../common/attempt-limiter.ts';
import { staffByNumber, staffByUsername, type StaffRecord } from './sign-in.store.ts';

/** Employees come from Sitewatch, or from the cloud's last known copy of it. */
export interface EmployeeDirectory {
  /** Null for a number that nobody active has. */
  find(number: number, site: number): Promise<{ number: number; name: string } | null>;
}

export interface StaffProofOptions {
  db: Db;
  hasher: SecretHasher;
  employees: EmployeeDirectory;
  /** By device, shared with the look-up of an employee's name: ten a minute. */
  lookups: Limiter;
}

/** Whoever has a number at a site: there, and on the staff. */
export interface KnownEmployee {
  person: { number: number; name: string };
  /** Null for a Sitewatch employee without a staff row. */
  staff: StaffRecord | null;
}

const minute = 60;

/** Proofs of who somebody is, with one count of wrong ones whatever they are for: a sign-in, or the approval of an operation. */
export class StaffProof {
  readonly #options: StaffProofOptions;
  /** Wrong PINs of one person over all devices: four digits must not fall to ten registers trying at once. */
  readonly #pins = attemptLimiter({ attempts: 10, seconds: 15 * minute });
  readonly #passwords = attemptLimiter({ attempts: 10, seconds: minute });

  constructor(options: StaffProofOptions) {
    this.#options = options;
  }

  /** Counts as an attempt of the device. @throws Failure 429 `too_many_attempts` */
  async lookUp(number: number, device: EnrolledDevice): Promise<KnownEmployee | null> {
    const { db, employees, lookups } = this.#options;
    await lookups.use(device.id);
    const [person, staff] = await Promise.all([employees.find(number, device.site), staffByNumber(db, number)]);
    return person && staff?.active !== false ? { person, staff } : null;
  }

  forgive(device: EnrolledDevice): Promise<void> {
    return this.#options.lookups.forgive(device.id);
  }

  /** Null whatever was wrong, after as long. @throws Failure 429 `too_many_attempts` */
  async byPin(number: number, pin: string, device: EnrolledDevice): Promise<StaffRecord | null> {
    const known = await this.lookUp(number, device);
    const staff = known?.staff ?? null;
    if (!(await this.hasPin(number, staff, pin))) return null;
    await this.forgive(device);
    return staff;
  }

  /** Takes as long where there is no PIN. @throws Failure 429 `too_many_attempts` */
  async hasPin(number: number, staff: StaffRecord | null, pin: string): Promise<boolean> {
    const key = String(number);
    await this.#pins.use(key);
    const proven = await this.#options.hasher.verify(staff?.pinHash ?? null, pin);
    if (proven) await this.#pins.forgive(key);
    return proven;
  }

  /** Null whatever was wrong, after as long. @throws Failure 429 `too_many_attempts` */
  async byPassword(username: string, password: string, ip: string): Promise<StaffRecord | null> {
    const key = `user ${username.toLowerCase()} ${ip}`;
    await this.#passwords.use(key);
    const staff = await staffByUsername(this.#options.db, username);
    const proven = await this.#options.hasher.verify(staff?.passwordHash ?? null, password);
    if (!staff?.active || !proven) return null;
    await this.#passwords.forgive(key);
    return staff;
  }
}
