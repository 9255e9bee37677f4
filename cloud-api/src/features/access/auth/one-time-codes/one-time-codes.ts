import { Role, type RoleName } from '@washdesk/rules/company/roles';
import { auditBy, writeAudit } from '../../../../audit/audit.ts';
import type { AuditedPrincipal, Caller } from '../../../../common/caller.ts';
import { Failure } from '../../../../common/failure.ts';
import type { Db, Tx } from '../../../../db/pool.ts';
import type { Clock } from '../../../../ports/clock.ts';
import type { SessionEnds } from '../../../../ports/session-ends.ts';
import { placeOfAttempt, type PersonAttempts } from '../sign-in/person-attempts.ts';
import type { StaffRecord } from '../sign-in/sign-in.store.ts';
import { freshRecoveryCodes, type CodeSecrets } from './code-secrets.ts';
import * as store from './one-time-code.store.ts';
import { freshSecret, sharedForm, stepOf } from './totp.ts';

/** How long after a code the PIN alone approves again, for the same cashier at the same device. */
const rememberedMs = 600_000;

export interface OneTimeCodesOptions {
  db: Db;
  /** The company's time, for audit rows. */
  clock: Clock;
  /** The machine's time, used for codes. */
  systemClock: Clock;
  secrets: CodeSecrets;
  attempts: PersonAttempts;
  /** The roles that require one-time codes (WASHDESK_ONE_TIME_CODES). */
  roles: readonly RoleName[];
}

/** The combined role value from which codes are required: any user with at least the rights of a named role. Null: for no one. */
export const codesNeededFrom = (roles: readonly RoleName[]): number | null =>
  roles.length === 0 ? null : Math.min(...roles.map((name) => Role[name]));

const codeRequired = (name: string): Failure =>
  new Failure(403, 'code_required', 'Enter the code from your authenticator app', { details: { name } });
const codeWrong = (): Failure => new Failure(403, 'code_wrong', 'This code is wrong or was already used. Enter the next one');
const setupRequired = (name: string): Failure =>
  new Failure(403, 'code_setup_required', `${name} needs one-time codes. They’re set up at the next sign-in`, { details: { name } });
const unreadable = (): Failure =>
  new Failure(403, 'code_unreadable', 'Your one-time codes are no longer valid. Ask an Admin to reset them');
const notNeeded = (): Failure => new Failure(409, 'code_not_needed', 'Your account doesn’t use one-time codes');
const alreadySet = (): Failure =>
  new Failure(409, 'code_already_set', 'Your one-time codes are already set up. Sign in, or ask an Admin to reset them');

/** One-time codes behind password or PIN (docs/decisions/0027-one-time-codes.md). */
export class OneTimeCodes {
  readonly #options: OneTimeCodesOptions;
  /** See `codesNeededFrom`. */
  readonly neededFrom: number | null;

  constructor(options: OneTimeCodesOptions) {
    this.#options = options;
    this.neededFrom = codesNeededFrom(options.roles);
  }

  isNeeded(roles: number): boolean {
    return this.neededFrom !== null && roles >= this.neededFrom;
  }

  /** Whether the person's roles need codes and the person has set them up. */
  async isSet(staff: StaffRecord): Promise<boolean> {
    if (!this.isNeeded(staff.roles)) return false;
    return (await store.codeOf(this.#options.db, staff.number))?.confirmed != null;
  }

  /**
   * Uses up a code of the app, or a recovery code.
   * @returns when it passed, by the machine's time
   * @throws Failure 403 `code_required`, `code_wrong`, `code_setup_required` or `code_unreadable`, 429 `too_many_attempts`
   */
  async pass(staff: StaffRecord, code: string | undefined, caller: Caller): Promise<Date> {
    const stored = await store.codeOf(this.#options.db, staff.number);
    if (!stored?.confirmed) throw setupRequired(staff.name);
    if (code === undefined) throw codeRequired(staff.name);
    const isRight = /^\d{6}$/.test(code)
      ? () => this.#usesStep(staff.number, stored.secret, code)
      : () => this.#usesRecoveryCode(staff.number, code, caller);
    await this.#judge(staff, caller, isRight);
    return this.#options.systemClock.now();
  }

  /** Whether this user recently entered a code for another approval at this device in the same session. */
  async isRemembered(staff: StaffRecord, session: string, { device }: Caller): Promise<boolean> {
    if (!device) return false;
    const stored = await store.codeOf(this.#options.db, staff.number);
    if (!stored?.confirmed) return false;
    const since = Math.max(this.#options.systemClock.now().getTime() - rememberedMs, stored.confirmed.getTime());
    return store.hasGivenCodeSince(this.#options.db, session, staff.number, new Date(since));
  }

  /** Creates a secret, replacing an unconfirmed one. @throws Failure 409 `code_not_needed` or `code_already_set` */
  async begin(staff: StaffRecord): Promise<{ secret: string; uri: string }> {
    if (!this.isNeeded(staff.roles)) throw notNeeded();
    const { db, secrets, systemClock } = this.#options;
    const secret = freshSecret();
    const isStored = await store.storeUnconfirmed(db, staff.number, secrets.sealed(staff.number, secret), systemClock.now());
    if (!isStored) throw alreadySet();
    return sharedForm(secret, staff.name);
  }

  /**
   * Confirms the secret by its first code.
   * @returns the recovery codes, returned only this once, and when the code passed
   * @throws Failure 403 `code_wrong`, 409 `code_already_set`, 429 `too_many_attempts`
   */
  async confirm(staff: StaffRecord, code: string, caller: Caller): Promise<{ recoveryCodes: string[]; passed: Date }> {
    const { db, secrets, systemClock } = this.#options;
    const stored = await store.codeOf(db, staff.number);
    if (stored?.confirmed) throw alreadySet();
    if (!stored) throw setupRequired(staff.name);
    const secret = secrets.opened(staff.number, stored.secret);
    if (!secret) throw unreadable();
    const at = systemClock.now();
    const step = stepOf(secret, code, at);
    await this.#judge(staff, caller, async () => step !== null);
    const recoveryCodes = freshRecoveryCodes();
    await db.transaction().execute(async (tx) => {
      if (!(await store.confirm(tx, stored, step ?? 0, at))) throw alreadySet();
      await store.insertRecoveryCodes(
        tx,
        staff.number,
        recoveryCodes.map((one) => secrets.hashOf(staff.number, one)),
      );
      await this.#audit(tx, 'one-time-code.set-up', staff, caller, { recoveryCodes: recoveryCodes.length });
    });
    return { recoveryCodes, passed: at };
  }

  /** Counts the attempt before it checks the code; audits a wrong one. */
  async #judge(staff: StaffRecord, caller: Caller, isRight: () => Promise<boolean>): Promise<void> {
    const { db, attempts } = this.#options;
    const place = placeOfAttempt(caller.device);
    const attempt = await attempts.begin(staff.number, place);
    if (await isRight()) return attempts.succeeded(staff.number, place);
    await this.#audit(db, 'one-time-code.refused', staff, caller, { attempt });
    await attempts.failed(staff.number, place, caller.requestId, attempt);
    throw codeWrong();
  }

  async #usesStep(employee: number, sealed: Buffer, code: string): Promise<boolean> {
    const { db, secrets, systemClock } = this.#options;
    const secret = secrets.opened(employee, sealed);
    if (!secret) throw unreadable();
    const step = stepOf(secret, code, systemClock.now());
    return step !== null && store.useStep(db, employee, step);
  }

  #usesRecoveryCode(employee: number, code: string, caller: Caller): Promise<boolean> {
    const { db, secrets, systemClock } = this.#options;
    return db.transaction().execute(async (tx) => {
      const left = await store.useRecoveryCode(tx, employee, secrets.hashOf(employee, code), systemClock.now());
      if (left === null) return false;
      await this.#audit(tx, 'recovery-code.used', { number: employee }, caller, { left });
      return true;
    });
  }

  #audit(tx: Tx | Db, action: string, staff: Pick<StaffRecord, 'number'>, { device, requestId }: Caller, after: object): Promise<void> {
    return writeAudit(tx, {
      ...auditBy({ id: String(staff.number), site: device?.site ?? null, device: device?.id ?? null, requestId }),
      action,
      subject: `staff:${staff.number}`,
      after,
      at: this.#options.clock.now(),
    });
  }
}

interface Resetting {
  db: Db;
  clock: Clock;
  sessionEnds: SessionEnds;
}

/**
 * Removes a user's codes and recovery codes and ends the sessions. If codes are required, the next sign-in sets up new ones.
 * @returns whether there were any
 */
export async function resetCodes({ db, clock, sessionEnds }: Resetting, employee: number, by: AuditedPrincipal): Promise<boolean> {
  const { reset, ended } = await db.transaction().execute(async (tx) => {
    if (!(await store.removeCode(tx, employee))) return { reset: false, ended: [] };
    await writeAudit(tx, {
      ...auditBy(by),
      action: 'one-time-code.reset',
      subject: `staff:${employee}`,
      at: clock.now(),
    });
    return { reset: true, ended: await sessionEnds.endAll(tx, { employee }, 'one-time-code.reset') };
  });
  sessionEnds.announce(ended);
  return reset;
}
