import { needsPin, numberOnlyRoles, Role } from '@washdesk/rules/company/roles';
import type { Caller, EnrolledDevice } from '../../../../common/caller.ts';
import { Failure } from '../../../../common/failure.ts';
import { isWithin } from '../../../../common/networks.ts';
import type { Db } from '../../../../db/pool.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { SecretHasher } from '../../../../ports/secret-hasher.ts';
import type { OneTimeCodes } from '../one-time-codes/one-time-codes.ts';
import type { SessionService } from '../sessions/session.service.ts';
import type { IssuedSession } from '../sessions/session.ts';
import type { PasswordGuard } from './password-guard.ts';
import { serviceAccount, type ServiceAccountRecord, type StaffRecord } from './sign-in.store.ts';
import { deviceRequired, refuseTemporary, type CallAtDevice, type StaffCredentials, type StaffProof } from './staff-proof.ts';

export interface SignInServiceOptions {
  db: Db;
  /** The machine's time, at which a client's permission to sign in expires. */
  systemClock: Clock;
  hasher: SecretHasher;
  sessions: SessionService;
  proof: StaffProof;
  codes: OneTimeCodes;
  passwords: PasswordGuard;
  ownSecrets: OwnSecrets;
}

/** Stores a person's own secret. Provided by the staff feature. */
export interface OwnSecrets {
  /** @param call.session the caller's own session, which stays. @throws Failure 409 `staff_refused` */
  change(
    employee: number,
    secret: { pin: string } | { password: string },
    call: { device: EnrolledDevice | null; requestId: string; session: string | undefined },
  ): Promise<void>;
}

export interface SecretChange {
  credentials: StaffCredentials;
  /** The new one. */
  secret: string;
  code?: string | undefined;
}

export interface EmployeeSignIn {
  employee: number;
  pin?: string | undefined;
  /** Whether to sign in without the PIN, with only the roles that need none. */
  asCashier?: boolean | undefined;
  /** A code of the authenticator app or a recovery code. */
  code?: string | undefined;
}

export interface UserSignIn {
  username: string;
  password: string;
  code?: string | undefined;
}

/** A sign-in that set up one-time codes. */
export interface FirstSignIn {
  session: IssuedSession;
  recoveryCodes: string[];
}

const loginFailed = (): Failure => new Failure(401, 'login_failed', 'Failed to Login Employee');
const pinWrong = (): Failure => new Failure(401, 'pin_wrong', 'Wrong PIN');
const pinRequired = (name: string): Failure =>
  new Failure(403, 'pin_required', `${name}, enter your PIN or continue as a cashier`, { details: { name } });

/** The three ways to sign in. Each fails with the same response after the same time, for any wrong credential. */
export class SignInService {
  readonly #options: SignInServiceOptions;

  constructor(options: SignInServiceOptions) {
    this.#options = options;
  }

  /**
   * Signs in by employee number at an enrolled device. The number alone grants at most Cashier and User; a Sitewatch employee without a
   * staff row is a cashier.
   * @param replaces the browser's previous refresh token
   * @throws Failure 401 `login_failed` or `pin_wrong`, 403 `pin_required`, `device_required` or as `OneTimeCodes.pass`, 429
   * `too_many_attempts`
   */
  async employee(asked: EmployeeSignIn, caller: Caller, replaces?: string): Promise<IssuedSession> {
    const { device } = caller;
    if (!device) throw deviceRequired();
    const { proof, sessions } = this.#options;
    const known = await proof.lookUp(asked.employee, device);
    if (!known) throw loginFailed();
    const { person, staff } = known;
    const { roles, hasPin } = await this.#granted(person.name, staff, asked, { device, requestId: caller.requestId });
    await proof.forgive(device);
    const codePassed = staff && (await this.#codePassed(staff, roles, asked.code, caller));
    const pinPassed = hasPin ? this.#options.systemClock.now() : null;
    return sessions.start({ ...sessionOfPerson(person.number, person.name, device), roles, codePassed, pinPassed }, caller, replaces);
  }

  /**
   * @param replaces the browser's previous refresh token
   * @throws Failure 401 `login_failed`, 403 as `OneTimeCodes.pass`, 429 `too_many_attempts`
   */
  async user({ username, password, code }: UserSignIn, caller: Caller, replaces?: string): Promise<IssuedSession> {
    const staff = await this.#proven({ username, password }, caller);
    refuseTemporary(staff, 'password');
    return this.#start(staff, await this.#codePassed(staff, staff.roles, code, caller), caller, replaces);
  }

  /**
   * Starts the setup of one-time codes.
   * @throws Failure 401 `login_failed`, 403 `device_required`, 409 `code_not_needed` or `code_already_set`, 429 `too_many_attempts`
   */
  async setUpCode(credentials: StaffCredentials, caller: Caller): Promise<{ secret: string; uri: string }> {
    return this.#options.codes.begin(await this.#proven(credentials, caller));
  }

  /**
   * Confirms the setup by its first code, and signs in.
   * @throws Failure as `setUpCode`, 403 `code_wrong`
   */
  async confirmCode(credentials: StaffCredentials, code: string, caller: Caller, replaces?: string): Promise<FirstSignIn> {
    const { codes } = this.#options;
    const staff = await this.#proven(credentials, caller);
    refuseTemporary(staff, 'pin' in credentials ? 'pin' : 'password');
    const { recoveryCodes, passed } = await codes.confirm(staff, code, caller);
    return { recoveryCodes, session: await this.#start(staff, passed, caller, replaces) };
  }

  /**
   * Replaces the secret that the person signs in with.
   * @throws Failure 401 `login_failed`, 403 as `OneTimeCodes.pass`, 409 `staff_refused`, 429 `too_many_attempts`
   */
  async changeSecret({ credentials, secret, code }: SecretChange, caller: Caller): Promise<void> {
    const { codes, ownSecrets } = this.#options;
    const staff = await this.#proven(credentials, caller);
    // without it, an Admin who set the secret could replace it for the person
    if (await codes.isSet(staff)) await codes.pass(staff, code, caller);
    const isOwnSession = caller.principal?.employee === staff.number;
    const call = { device: caller.device, requestId: caller.requestId, session: isOwnSession ? caller.principal?.session : undefined };
    await ownSecrets.change(staff.number, 'pin' in credentials ? { pin: secret } : { password: secret }, call);
  }

  /** @throws Failure 401 `login_failed`, 429 `too_many_attempts` */
  async serviceAccount(clientId: string, secret: string, caller: Caller): Promise<IssuedSession> {
    const { db, hasher, passwords } = this.#options;
    const account = await serviceAccount(db, clientId);
    const isProven = await passwords.check(`program ${clientId}`, caller, async () => {
      const isRight = await hasher.verify(account?.secretHash ?? null, secret);
      return isRight && account !== null && this.#mayComeFrom(account, caller);
    });
    if (!account || !isProven) throw loginFailed();
    const { name, roles, site } = account;
    const session = {
      kind: 'service' as const,
      principal: clientId,
      employee: null,
      name,
      roles,
      device: null,
      site,
      terminal: null,
      codePassed: null,
      pinPassed: null,
    };
    return this.#options.sessions.start(session, caller);
  }

  #mayComeFrom({ expires, addresses }: ServiceAccountRecord, { ip }: Caller): boolean {
    if (expires !== null && expires <= this.#options.systemClock.now()) return false;
    return addresses.length === 0 || isWithin(ip, addresses);
  }

  async #proven(credentials: StaffCredentials, caller: Caller): Promise<StaffRecord> {
    const staff = await this.#options.proof.by(credentials, caller);
    if (!staff) throw loginFailed();
    return staff;
  }

  async #codePassed(staff: StaffRecord, roles: number, code: string | undefined, caller: Caller): Promise<Date | null> {
    const { codes } = this.#options;
    return codes.isNeeded(roles) ? codes.pass(staff, code, caller) : null;
  }

  #start({ number, name, roles }: StaffRecord, codePassed: Date | null, caller: Caller, replaces?: string): Promise<IssuedSession> {
    const pinPassed = this.#options.systemClock.now();
    return this.#options.sessions.start(
      { ...sessionOfPerson(number, name, caller.device), roles, codePassed, pinPassed },
      caller,
      replaces,
    );
  }

  /** Returns the roles of the session, and whether the PIN was entered. */
  async #granted(name: string, staff: StaffRecord | null, { pin, asCashier }: EmployeeSignIn, call: CallAtDevice) {
    const roles = staff?.roles ?? Role.Cashier;
    const byNumber = !staff || !needsPin(roles) || asCashier;
    if (byNumber && (!staff || pin === undefined)) return { roles: numberOnlyRoles(roles), hasPin: false };
    if (pin === undefined) throw pinRequired(name);
    if (!staff || !(await this.#options.proof.hasPin(staff.number, staff, pin, call))) throw pinWrong();
    refuseTemporary(staff, 'pin');
    return { roles: asCashier ? numberOnlyRoles(roles) : roles, hasPin: true };
  }
}

/** At an enrolled device a session uses the device's place; elsewhere the location is chosen afterwards. */
function sessionOfPerson(number: number, name: string, device: EnrolledDevice | null) {
  const place = { device: device?.id ?? null, site: device?.site ?? null, terminal: device?.terminal ?? null };
  return { kind: 'staff' as const, principal: String(number), employee: number, name, ...place };
}
