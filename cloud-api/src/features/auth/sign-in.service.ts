import { needsPin, numberOnlyRoles, Role } from '@washdesk/rules/roles';
import type { Db } from '../../db/pool.ts';
import type { Caller, EnrolledDevice } from '../../http/caller.ts';
import { Failure } from '../../http/failure.ts';
import type { SecretHasher } from '../../ports/secret-hasher.ts';
import { AttemptLimiter } from './attempt-limiter.ts';
import type { HandedOut } from './session.ts';
import type { SessionService } from './session.service.ts';
import { serviceAccount, staffByNumber, staffByUsername, type StaffRecord } from './sign-in.store.ts';

/** Employees come from Sitewatch, or from the cloud's last known copy of it (design section 5). */
export interface EmployeeDirectory {
  /** Null for a number that nobody active has. */
  find(number: number, site: number): Promise<{ number: number; name: string } | null>;
}

export interface SignInServiceOptions {
  db: Db;
  hasher: SecretHasher;
  sessions: SessionService;
  employees: EmployeeDirectory;
  /** By device, shared with the look-up of an employee's name: ten a minute (design section 5). */
  lookups: AttemptLimiter;
}

export interface EmployeeSignIn {
  employee: number;
  pin?: string;
  /** Goes on without the PIN, with what the number alone carries. */
  asCashier?: boolean;
}

const minute = 60;
const loginFailed = (): Failure => new Failure(401, 'login_failed', 'Failed to Login Employee');
const pinWrong = (): Failure => new Failure(401, 'pin_wrong', 'The PIN is wrong');
const pinRequired = (name: string): Failure =>
  new Failure(403, 'pin_required', `${name}, please enter your PIN or go on as a cashier`, { details: { name } });

/** The three ways to sign in. They answer alike whatever was wrong, and take as long. */
export class SignInService {
  readonly #options: SignInServiceOptions;
  /** Wrong PINs of one person over all devices: four digits must not fall to ten registers trying at once. */
  readonly #pins = new AttemptLimiter({ attempts: 10, seconds: 15 * minute });
  readonly #passwords = new AttemptLimiter({ attempts: 10, seconds: minute });

  constructor(options: SignInServiceOptions) {
    this.#options = options;
  }

  /**
   * By number at an enrolled device. The number alone carries at most Cashier and User; a Sitewatch employee without a
   * staff row is a cashier.
   * @param replaces the refresh token that the browser held until now
   * @throws Failure 401 `login_failed` or `pin_wrong`, 403 `pin_required` or `device_required`, 429 `too_many_attempts`
   */
  async employee(asked: EmployeeSignIn, { device }: Caller, replaces?: string): Promise<HandedOut> {
    if (!device) throw new Failure(403, 'device_required', 'Employee numbers sign in at an enrolled device only');
    const { db, employees, lookups, sessions } = this.#options;
    await lookups.use(device.id);
    const [person, staff] = await Promise.all([employees.find(asked.employee, device.site), staffByNumber(db, asked.employee)]);
    if (!person || staff?.active === false) throw loginFailed();
    const roles = await this.#rolesGranted(person.name, staff, asked);
    await lookups.forgive(device.id);
    return sessions.start({ ...sessionOfPerson(person.number, person.name, device), roles }, replaces);
  }

  /**
   * @param replaces the refresh token that the browser held until now
   * @throws Failure 401 `login_failed`, 429 `too_many_attempts`
   */
  async user(username: string, password: string, { device, ip }: Caller, replaces?: string): Promise<HandedOut> {
    const key = `user ${username.toLowerCase()} ${ip}`;
    await this.#passwords.use(key);
    const staff = await staffByUsername(this.#options.db, username);
    const proven = await this.#options.hasher.verify(staff?.passwordHash ?? null, password);
    if (!staff?.active || !proven) throw loginFailed();
    await this.#passwords.forgive(key);
    return this.#options.sessions.start({ ...sessionOfPerson(staff.number, staff.name, device), roles: staff.roles }, replaces);
  }

  /** @throws Failure 401 `login_failed`, 429 `too_many_attempts` */
  async serviceAccount(clientId: string, secret: string, { ip }: Caller): Promise<HandedOut> {
    const key = `service ${clientId} ${ip}`;
    await this.#passwords.use(key);
    const account = await serviceAccount(this.#options.db, clientId);
    const proven = await this.#options.hasher.verify(account?.secretHash ?? null, secret);
    if (!account || !proven) throw loginFailed();
    await this.#passwords.forgive(key);
    const { name, roles, site } = account;
    return this.#options.sessions.start({
      kind: 'service',
      principal: clientId,
      employee: null,
      name,
      roles,
      device: null,
      site,
      terminal: null,
    });
  }

  async #rolesGranted(name: string, staff: StaffRecord | null, { pin, asCashier }: EmployeeSignIn): Promise<number> {
    const roles = staff?.roles ?? Role.Cashier;
    if (!staff || !needsPin(roles) || asCashier) return numberOnlyRoles(roles);
    if (pin === undefined) throw pinRequired(name);
    const key = String(staff.number);
    await this.#pins.use(key);
    if (!(await this.#options.hasher.verify(staff.pinHash, pin))) throw pinWrong();
    await this.#pins.forgive(key);
    return roles;
  }
}

/** At an enrolled device a session works where the device stands; elsewhere the location is chosen afterwards. */
function sessionOfPerson(number: number, name: string, device: EnrolledDevice | null) {
  const place = { device: device?.id ?? null, site: device?.site ?? null, terminal: device?.terminal ?? null };
  return { kind: 'staff' as const, principal: String(number), employee: number, name, ...place };
}
