import { isKnownAs } from '@washdesk/rules/company/same-person';
import type { Caller, EnrolledDevice } from '../../../../common/caller.ts';
import { Failure } from '../../../../common/failure.ts';
import type { HashGate } from '../../../../common/hash-gate.ts';
import type { RateLimiter } from '../../../../common/rate-limit.ts';
import type { Db } from '../../../../db/pool.ts';
import type { SecretHasher } from '../../../../ports/secret-hasher.ts';
import type { PasswordGuard } from './password-guard.ts';
import type { PinAttempts } from './pin-attempts.ts';
import { staffByNumber, staffByUsername, type StaffRecord } from './sign-in.store.ts';

/** Employees of Sitewatch, or of the cloud's last copy. */
export interface EmployeeDirectory {
  /** Returns null for a number without an active employee. */
  find(number: number, site: number): Promise<{ number: number; name: string } | null>;
  /** Asks the sites that know the number whether the employee is still active there. Who is not is shut out. */
  refresh(number: number): Promise<void>;
}

export interface StaffProofOptions {
  db: Db;
  hasher: SecretHasher;
  gate: HashGate;
  pins: PinAttempts;
  employees: EmployeeDirectory;
  /** Ten per minute and device, shared with the lookup of employee names. */
  lookups: RateLimiter;
  passwords: PasswordGuard;
}

export interface CallAtDevice {
  device: EnrolledDevice;
  requestId: string;
}

/** Employee number and PIN at an enrolled device, username and password anywhere. */
export type StaffCredentials = { employee: number; pin: string } | { username: string; password: string };

/**
 * Refuses a secret that another user set: that user knows it, so it proves nothing until the person has replaced it.
 * @throws Failure 403 `secret_change_required`
 */
export function refuseTemporary({ name, pinSetBy, passwordSetBy }: StaffRecord, kind: 'pin' | 'password'): void {
  const setBy = kind === 'pin' ? pinSetBy : passwordSetBy;
  if (setBy === null) return;
  const words = `${setBy} set this ${kind === 'pin' ? 'PIN' : 'password'}. Choose your own before you sign in, ${name}`;
  throw new Failure(403, 'secret_change_required', words, { details: { kind, setBy } });
}

export const deviceRequired = (): Failure => new Failure(403, 'device_required', 'Employee numbers can sign in only on an enrolled device');

/** An employee number at a site, with its staff row if any. */
export interface KnownEmployee {
  person: { number: number; name: string };
  /** Null for a Sitewatch employee without a staff row, and for one who bears another name than that row. */
  staff: StaffRecord | null;
}

/** Authenticates a user, for a sign-in or an approval; wrong attempts of both are counted together. */
export class StaffProof {
  readonly #options: StaffProofOptions;

  constructor(options: StaffProofOptions) {
    this.#options = options;
  }

  /** Looks up an employee by number; counts as an attempt of the device. @throws Failure 429 `too_many_attempts` */
  async lookUp(number: number, device: EnrolledDevice): Promise<KnownEmployee | null> {
    const { db, employees, lookups } = this.#options;
    await lookups.use(device.id);
    const [person, staff] = await Promise.all([employees.find(number, device.site), staffByNumber(db, number)]);
    if (!person) return null;
    // the number was given again: the rights of its former holder stay with that person
    if (staff && !isKnownAs(staff, person.name)) return { person, staff: null };
    return staff?.active === false ? null : { person, staff };
  }

  forgive(device: EnrolledDevice): Promise<void> {
    return this.#options.lookups.forgive(device.id);
  }

  /** Returns null for any wrong credential, always after the same time. @throws Failure 403 `device_required`, 429 `too_many_attempts` */
  by(credentials: StaffCredentials, caller: Caller): Promise<StaffRecord | null> {
    if ('username' in credentials) return this.byPassword(credentials.username, credentials.password, caller);
    if (!caller.device) throw deviceRequired();
    return this.byPin(credentials.employee, credentials.pin, { device: caller.device, requestId: caller.requestId });
  }

  /** Returns null for any wrong credential, always after the same time. @throws Failure 429 `too_many_attempts` */
  async byPin(number: number, pin: string, call: CallAtDevice): Promise<StaffRecord | null> {
    const known = await this.lookUp(number, call.device);
    const staff = known?.staff ?? null;
    if (!(await this.hasPin(number, staff, pin, call))) return null;
    await this.forgive(call.device);
    return staff;
  }

  /** Whether the PIN is right; takes the same time if the user has none. @throws Failure 429 `too_many_attempts` */
  async hasPin(number: number, staff: StaffRecord | null, pin: string, { device, requestId }: CallAtDevice): Promise<boolean> {
    const { hasher, gate, pins } = this.#options;
    // a number without a staff row has nothing to lock; the lookup limit bounds guesses
    const attempt = staff && (await pins.begin(number, device, requestId));
    const proven = await gate.run(null, () => hasher.verify(staff?.pinHash ?? null, pin));
    if (attempt === null) return false;
    await (proven ? pins.succeeded(number, device) : pins.failed(number, device, requestId, attempt));
    return proven;
  }

  /** Returns null for any wrong credential, always after the same time. @throws Failure 429 `too_many_attempts` */
  async byPassword(username: string, password: string, caller: Caller): Promise<StaffRecord | null> {
    const { db, hasher, passwords, employees } = this.#options;
    const staff = await staffByUsername(db, username);
    const isProven = await passwords.check(`user ${username.toLowerCase()}`, caller, async () => {
      const isRight = await hasher.verify(staff?.passwordHash ?? null, password);
      return isRight && staff?.active === true;
    });
    if (!isProven || !staff) return null;
    await employees.refresh(staff.number);
    const current = await staffByUsername(db, username);
    return current?.active === true ? current : null;
  }
}
