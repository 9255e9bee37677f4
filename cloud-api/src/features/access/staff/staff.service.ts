import { hasExactly, namesOfRoles, Role } from '@washdesk/rules/company/roles';
import { isKnownAs } from '@washdesk/rules/company/same-person';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { AuditedPrincipal, KeyedCall } from '../../../common/caller.ts';
import { refuseStale } from '../../../common/stale-write.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import { raiseAlert } from '../../../jobs/alert.store.ts';
import { keyedChange } from '../../../keyed-changes/keyed-change.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SecretHasher } from '../../../ports/secret-hasher.ts';
import type { SessionEnds } from '../../../ports/session-ends.ts';
import { endAccountsOf } from './owned-accounts.ts';
import { byName, isSwitchedOff, nameAlertKey } from './sitewatch-names.ts';
import { deleteCodes, settleAlert, staffAtSites } from './sitewatch-standing.store.ts';
import { checkedName, checkedNumber, checkedPassword, checkedPin, checkedUsername, StaffProblem } from './staff-rules.ts';
import {
  allStaff,
  hasOtherAdmin,
  insertStaff,
  lockStaff,
  updateStaff,
  usernameTaken,
  type StaffChange,
  type StaffMember,
  type StaffRow,
} from './staff.store.ts';

export interface StaffServiceOptions {
  db: Db;
  clock: Clock;
  hasher: SecretHasher;
  sessionEnds: SessionEnds;
  /** The program making the changes, for the audit. */
  by: AuditedPrincipal;
}

export interface NewStaff {
  employeeNumber: number;
  name: string;
  /** Role bit flags. */
  roles: number;
  /** The username; only together with a password. */
  username?: string;
  password?: string;
}

/** A user as written to the audit: whether there is a secret, never the secret itself. */
const audited = ({ name, roles, username, active }: StaffMember) => ({ name, roles: namesOfRoles(roles), username, active });

const unknownStaff = (number: number): StaffProblem => new StaffProblem(`Employee ${number} isn’t on the staff`);

/**
 * The users with more rights than a cashier. A user whose access changes is signed out everywhere, so that no session keeps rights that
 * were removed. All problems are `StaffProblem`s in plain words.
 */
export class StaffService {
  readonly #options: StaffServiceOptions;

  constructor(options: StaffServiceOptions) {
    this.#options = options;
  }

  list(): Promise<StaffMember[]> {
    return allStaff(this.#options.db);
  }

  /**
   * @param call the call that adds the user; null for the command line
   * @throws StaffProblem if the number is already on the staff or the username is taken
   */
  async add(person: NewStaff, call: KeyedCall | null = null): Promise<void> {
    const number = checkedNumber(person.employeeNumber);
    const row = await this.#rowOf(person);
    await this.#inTransaction({ number, action: 'staff.added', call }, async (tx, known) => {
      if (known) throw new StaffProblem(`Employee ${number} is already on the staff: ${known.name}`);
      if (row.username) await checkUsername(tx, row.username, number);
      if (!(await insertStaff(tx, number, row, this.#options.clock.now())))
        throw new StaffProblem(`Employee ${number} is already on the staff`);
      return 'changed';
    });
  }

  /**
   * @param roles role bit flags
   * @param was as the caller saw them
   * @throws Failure 409 `changed_meanwhile`
   */
  async setRoles(number: number, roles: number, was?: number): Promise<void> {
    await this.#change(number, 'staff.roles-changed', { roles }, { was: was === undefined ? undefined : { roles: was } });
  }

  /**
   * @param username required for a user without one
   * @param setBy the name of the person who sets it for this one and so knows it; null for a secret that only its owner knows
   */
  async setPassword(number: number, password: string, username?: string, setBy: string | null = null): Promise<void> {
    const change = await this.#passwordChange(password, setBy);
    await this.#change(number, 'staff.password-set', username === undefined ? change : { ...change, username: checkedUsername(username) });
  }

  /** @param setBy as for `setPassword` */
  async setPin(number: number, pin: string, setBy: string | null = null): Promise<void> {
    await this.#change(number, 'staff.pin-set', await this.#pinChange(number, pin, setBy));
  }

  /**
   * Replaces the person's own secret. Their other sessions end.
   * @param session the caller's own session, which stays
   */
  async changeOwn(number: number, secret: { pin: string } | { password: string }, session: string | undefined): Promise<void> {
    if ('pin' in secret)
      await this.#change(number, 'staff.pin-changed', await this.#pinChange(number, secret.pin, null), { except: session });
    else await this.#change(number, 'staff.password-changed', await this.#passwordChange(secret.password, null), { except: session });
  }

  async #pinChange(number: number, pin: string, setBy: string | null): Promise<StaffChange> {
    return { pin_hash: await this.#options.hasher.hash(checkedPin(pin, number)), pin_set_by: setBy };
  }

  async #passwordChange(password: string, setBy: string | null): Promise<StaffChange> {
    return { password_hash: await this.#options.hasher.hash(checkedPassword(password)), password_set_by: setBy };
  }

  /** Activates or deactivates a user; an inactive user cannot sign in, not even as a cashier. */
  async setActive(number: number, active: boolean, was?: boolean): Promise<void> {
    if (active && (await this.#isSwitchedOff(number)))
      throw new StaffProblem(`Employee ${number} is switched off in Sitewatch. Switch the person on there first`);
    await this.#change(
      number,
      active ? 'staff.activated' : 'staff.deactivated',
      // who is activated after leaving every Sitewatch is not expected there any more
      active ? { active, seen_in_sitewatch: false } : { active },
      { was: was === undefined ? undefined : { active: was } },
    );
  }

  /** Deactivates a user who is no longer an employee, and tells Admins. @throws StaffProblem for the last Admin */
  async shutOut(number: number, why: string): Promise<void> {
    await this.#inTransaction({ number, action: 'staff.shut-out', why }, async (tx, known) => {
      if (!known?.active) return 'unchanged';
      await checkLastAdmin(tx, known, { active: false });
      const at = this.#options.clock.now();
      await updateStaff(tx, number, { active: false }, at);
      const reason = `Employee ${number} (${known.name}) is ${why} and was shut out: signed out everywhere and deactivated at /admin/staff.`;
      await raiseAlert(tx, { key: `employee-shut-out:${number}:${at.toISOString()}`, site: null, customer: null, reason, created: at });
      return 'changed';
    });
  }

  /**
   * Decides about an employee who bears another name in Sitewatch: the same person keeps all rights, a new person takes the number over
   * as a cashier without PIN, password and one-time codes.
   * @param name as Sitewatch has it
   * @param decidedBy the name of the person who decides, for the settled task
   */
  async decideIdentity(number: number, name: string, isSame: boolean, decidedBy: string): Promise<void> {
    const { clock } = this.#options;
    const action = isSame ? 'staff.name-confirmed' : 'staff.replaced';
    await this.#inTransaction({ number, action }, async (tx, known) => {
      if (!known) throw unknownStaff(number);
      const [person] = await staffAtSites(tx, [number]);
      const stranger = person && byName(person).strangers.find((copy) => copy.name === name);
      if (!person || !stranger) {
        if (person && isKnownAs(person, name)) return 'unchanged';
        throw new StaffProblem(`Sitewatch has no employee ${number} named ${name} any more`);
      }
      if (isSame) {
        await updateStaff(tx, number, { other_names: [...person.otherNames, name] }, clock.now());
      } else {
        await checkLastAdmin(tx, known, { roles: Role.Cashier });
        await updateStaff(tx, number, { ...nobody, name: checkedName(name) }, clock.now());
        await deleteCodes(tx, number);
      }
      await settleAlert(tx, nameAlertKey(number, name), decidedBy, isSame ? 'the same person' : 'a new person');
      return 'changed';
    });
  }

  async #isSwitchedOff(number: number): Promise<boolean> {
    const [person] = await staffAtSites(this.#options.db, [number]);
    return person !== undefined && isSwitchedOff(person);
  }

  async #change(
    number: number,
    action: string,
    change: StaffChange,
    { was, except }: { was?: Partial<Pick<StaffMember, 'roles' | 'active'>> | undefined; except?: string | undefined } = {},
  ): Promise<void> {
    await this.#inTransaction({ number, action, except }, async (tx, known) => {
      if (!known) throw unknownStaff(number);
      if (isHeld(known, change)) return 'unchanged';
      refuseStale(known.name, { was: was && seen({ ...known, ...was }), now: seen(known), wanted: seen({ ...known, ...change }) });
      await checkLastAdmin(tx, known, change);
      if (change.username) await checkUsername(tx, change.username, number);
      if (change.password_hash && !(change.username ?? known.username)) throw new StaffProblem(`${known.name} also needs a username`);
      await updateStaff(tx, number, change, this.#options.clock.now());
      return 'changed';
    });
  }

  /** Runs the change, its audit row and the end of the user's sessions in one transaction. */
  async #inTransaction(
    {
      number,
      action,
      call = null,
      except,
      why,
    }: { number: number; action: string; call?: KeyedCall | null; except?: string | undefined; why?: string },
    work: (tx: Tx, known: StaffMember | null) => Promise<'changed' | 'unchanged'>,
  ): Promise<void> {
    const { db, clock, sessionEnds, by } = this.#options;
    const change = async (tx: Tx) => {
      const before = await lockStaff(tx, number);
      if ((await work(tx, before)) === 'unchanged') return { ended: [] };
      const after = await lockStaff(tx, number);
      const entry = {
        action,
        why: why ?? null,
        subject: `staff:${number}`,
        before: before && audited(before),
        after: after && audited(after),
      };
      await writeAudit(tx, { ...auditBy(by), ...entry, at: clock.now() });
      const ended = await sessionEnds.endAll(tx, { employee: number, ...(except !== undefined && { except }) }, action);
      const isStillAdmin = after !== null && isActiveAdmin(after);
      const ofAccounts = isStillAdmin ? [] : await endAccountsOf(tx, number, { ...auditBy(by), at: clock.now() }, sessionEnds);
      return { ended: [...ended, ...ofAccounts] };
    };
    const { ended } = call ? await keyedChange(db, call, change) : await db.transaction().execute(change);
    sessionEnds.announce(ended);
  }

  async #rowOf({ name, roles, username, password }: NewStaff): Promise<StaffRow> {
    if ((username === undefined) !== (password === undefined)) throw new StaffProblem('Enter both a username and a password');
    return {
      name: checkedName(name),
      roles,
      username: username === undefined ? null : checkedUsername(username),
      password_hash: password === undefined ? null : await this.#options.hasher.hash(checkedPassword(password)),
    };
  }
}

/** What users compare: names of roles, not bits. */
const seen = ({ roles, active }: Pick<StaffMember, 'roles' | 'active'>) => ({ roles: namesOfRoles(roles), active });

const isActiveAdmin = ({ active, roles }: Pick<StaffMember, 'active' | 'roles'>): boolean => active && hasExactly(roles, Role.Admin);

/** Whether the user already has these roles or this active state: repeating the change then writes nothing and ends no session. */
const isHeld = (
  known: StaffMember,
  { roles = known.roles, active = known.active, seen_in_sitewatch: _seen, ...others }: StaffChange,
): boolean => Object.keys(others).length === 0 && roles === known.roles && active === known.active;

/** What is left of a staff row whose number has a new holder. */
const nobody = {
  roles: Role.Cashier,
  username: null,
  password_hash: null,
  password_set_by: null,
  pin_hash: null,
  pin_set_by: null,
  active: true,
  other_names: [],
} satisfies StaffChange;

async function checkLastAdmin(tx: Tx, known: StaffMember, change: Partial<Pick<StaffMember, 'roles' | 'active'>>): Promise<void> {
  if (isActiveAdmin(known) && !isActiveAdmin({ ...known, ...change }) && !(await hasOtherAdmin(tx, known.number)))
    throw new StaffProblem(`${known.name} is the last Admin. Make another person an Admin first`);
}

async function checkUsername(tx: Tx, username: string, number: number): Promise<void> {
  if (await usernameTaken(tx, username, number)) throw new StaffProblem(`The username '${username}' is taken`);
}
