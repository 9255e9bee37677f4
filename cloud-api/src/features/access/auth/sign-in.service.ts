import { needsPin, numberOnlyRoles, Role } from '@washdesk/rules/company/roles';
import type { Db } from '../../../db/pool.ts';
import type { Caller, EnrolledDevice } from '../../../common/caller.ts';
import { Failure } from '../../../common/failure.ts';
import type { SecretHasher } from '../../../ports/secret-hasher.ts';
import type { HashGate } from '../../../common/hash-gate.ts';
import { isKnown, passwordLimits } from './password-limits.ts';
import type { IssuedSession } from './session.ts';
import type { SessionService } from './session.service.ts';
import { serviceAccount, type StaffRecord } from './sign-in.store.ts';
import type { StaffProof } from './staff-proof.ts';

export interface SignInServiceOptions {
  db: Db;
  hasher: SecretHasher;
  gate: HashGate;
  sessions: SessionService;
  proof: StaffProof;
}

export interface EmployeeSignIn {
  employee: number;
  pin?: string;
  /** Signs in without the PIN, with the roles that the number alone carries. */
  asCashier?: boolean;
}

const loginFailed = (): Failure => new Failure(401, 'login_failed', 'Failed to Login Employee');
const pinWrong = (): Failure => new Failure(401, 'pin_wrong', 'The PIN is wrong');
const pinRequired = (name: string): Failure =>
  new Failure(403, 'pin_required', `${name}, please enter your PIN or go on as a cashier`, { details: { name } });

/** The three ways to sign in. Each gives the same answer after the same time, whatever was wrong. */
export class SignInService {
  readonly #options: SignInServiceOptions;
  readonly #secrets = passwordLimits();

  constructor(options: SignInServiceOptions) {
    this.#options = options;
  }

  /**
   * By employee number at an enrolled device. The number alone carries at most Cashier and User; a Sitewatch employee without a staff row
   * is a cashier.
   * @param replaces the refresh token that the browser held until now
   * @throws Failure 401 `login_failed` or `pin_wrong`, 403 `pin_required` or `device_required`, 429 `too_many_attempts`
   */
  async employee(asked: EmployeeSignIn, { device }: Caller, replaces?: string): Promise<IssuedSession> {
    if (!device) throw new Failure(403, 'device_required', 'Employee numbers sign in at an enrolled device only');
    const { proof, sessions } = this.#options;
    const known = await proof.lookUp(asked.employee, device);
    if (!known) throw loginFailed();
    const { person, staff } = known;
    const roles = await this.#rolesGranted(person.name, staff, asked, device);
    await proof.forgive(device);
    return sessions.start({ ...sessionOfPerson(person.number, person.name, device), roles }, replaces);
  }

  /**
   * @param replaces the refresh token that the browser held until now
   * @throws Failure 401 `login_failed`, 429 `too_many_attempts`
   */
  async user(username: string, password: string, caller: Caller, replaces?: string): Promise<IssuedSession> {
    const { device } = caller;
    const staff = await this.#options.proof.byPassword(username, password, caller);
    if (!staff) throw loginFailed();
    return this.#options.sessions.start({ ...sessionOfPerson(staff.number, staff.name, device), roles: staff.roles }, replaces);
  }

  /** @throws Failure 401 `login_failed`, 429 `too_many_attempts` */
  async serviceAccount(clientId: string, secret: string, caller: Caller): Promise<IssuedSession> {
    const { db, hasher, gate } = this.#options;
    const attempt = await this.#secrets.begin(`program ${clientId}`, caller);
    const account = await serviceAccount(db, clientId);
    const proven = await gate.run(isKnown(caller), () => hasher.verify(account?.secretHash ?? null, secret));
    if (!account || !proven) throw loginFailed();
    await attempt.forgive();
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

  async #rolesGranted(
    name: string,
    staff: StaffRecord | null,
    { pin, asCashier }: EmployeeSignIn,
    device: EnrolledDevice,
  ): Promise<number> {
    const roles = staff?.roles ?? Role.Cashier;
    if (!staff || !needsPin(roles) || asCashier) return numberOnlyRoles(roles);
    if (pin === undefined) throw pinRequired(name);
    if (!(await this.#options.proof.hasPin(staff.number, staff, pin, device))) throw pinWrong();
    return roles;
  }
}

/** At an enrolled device a session works where the device stands; elsewhere the location is chosen afterwards. */
function sessionOfPerson(number: number, name: string, device: EnrolledDevice | null) {
  const place = { device: device?.id ?? null, site: device?.site ?? null, terminal: device?.terminal ?? null };
  return { kind: 'staff' as const, principal: String(number), employee: number, name, ...place };
}
