import { randomBytes } from 'node:crypto';
import { namesOfRoles } from '@washdesk/rules/company/roles';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { AuditedPrincipal, KeyedCall } from '../../../common/caller.ts';
import { notFound } from '../../../common/failure.ts';
import type { Db } from '../../../db/pool.ts';
import { keyedChange } from '../../../keyed-changes/keyed-change.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SecretHasher } from '../../../ports/secret-hasher.ts';
import type { SessionEnds } from '../../../ports/session-ends.ts';
import {
  listServiceAccounts,
  revokeServiceAccount,
  saveServiceAccount,
  setOwner,
  siteExists,
  type ListedServiceAccount,
} from './service-account.store.ts';
import { checkedClientId, checkedName, StaffProblem } from './staff-rules.ts';

/** A year, and the rest of its last day. */
const longestLifeMs = 367 * 24 * 3_600_000;

export interface ServiceAccount {
  clientId: string;
  name: string;
  /** Role bit flags. */
  roles: number;
  /** The only site where it works; null for any. */
  site: number | null;
  /** When its permission to sign in expires, by the machine's time. */
  expires?: Date | null;
  /** The only addresses and networks that it may sign in from; empty for any. */
  addresses?: string[];
  /** The employee number of the Admin who answers for it; null for the command line. */
  owner?: number | null;
}

export interface ServiceAccountServiceOptions {
  db: Db;
  clock: Clock;
  hasher: SecretHasher;
  sessionEnds: SessionEnds;
  /** The program making the changes, for the audit. */
  by: AuditedPrincipal;
}

/** Clients that sign in by client id and secret, such as a site's agent. */
export class ServiceAccountService {
  readonly #options: ServiceAccountServiceOptions;

  constructor(options: ServiceAccountServiceOptions) {
    this.#options = options;
  }

  /**
   * Creates the account, or replaces all values of an existing one.
   * @returns its new secret, shown once; only its hash is stored
   */
  async save({ clientId, name, roles, site, expires = null, addresses = [], owner = null }: ServiceAccount): Promise<string> {
    const { db, clock, hasher, by } = this.#options;
    const row = { clientId: checkedClientId(clientId), name: checkedName(name), roles, site, expires, addresses, owner };
    if (expires && (expires <= clock.now() || expires.getTime() > clock.now().getTime() + longestLifeMs))
      throw new StaffProblem('A service account lasts a year at most');
    const secret = randomBytes(24).toString('base64url');
    const secretHash = await hasher.hash(secret);
    const at = clock.now();
    await db.transaction().execute(async (tx) => {
      if (site !== null && !(await siteExists(tx, site))) throw new StaffProblem(`There is no site ${site}`);
      await saveServiceAccount(tx, { ...row, secretHash }, at);
      const after = { name: row.name, roles: namesOfRoles(roles), site, expires, addresses, owner };
      await writeAudit(tx, { ...auditBy(by), site, action: 'service-account.saved', subject: `service:${clientId}`, after, at });
    });
    return secret;
  }

  list(): Promise<ListedServiceAccount[]> {
    return listServiceAccounts(this.#options.db);
  }

  /** Makes the caller the account's owner, so that it does not end with another one. @throws Failure 404 `service_account_unknown` */
  async takeOver(clientId: string, owner: number): Promise<void> {
    const { db, clock, by } = this.#options;
    await db.transaction().execute(async (tx) => {
      const before = await setOwner(tx, clientId, owner);
      if (!before) throw notFound('service_account_unknown', 'Service account not found');
      const row = {
        action: 'service-account.owner-changed',
        subject: `service:${clientId}`,
        before: { owner: before.owner },
        after: { owner },
      };
      if (before.owner !== owner) await writeAudit(tx, { ...auditBy(by), ...row, at: clock.now() });
    });
  }

  /**
   * Blocks the account from signing in and ends its open sessions immediately.
   * @throws Failure 404 `service_account_unknown`
   */
  async revoke(clientId: string, call: KeyedCall): Promise<void> {
    const { db, clock, by, sessionEnds } = this.#options;
    const at = clock.now();
    const { ended } = await keyedChange(db, call, async (tx) => {
      const account = await revokeServiceAccount(tx, clientId, at);
      if (!account) throw notFound('service_account_unknown', 'Service account not found');
      const before = { name: account.name, roles: namesOfRoles(account.roles) };
      await writeAudit(tx, { ...auditBy(by), action: 'service-account.revoked', subject: `service:${clientId}`, before, at });
      return { ended: await sessionEnds.endAll(tx, { program: clientId }, 'service-account.revoked') };
    });
    sessionEnds.announce(ended);
  }
}
