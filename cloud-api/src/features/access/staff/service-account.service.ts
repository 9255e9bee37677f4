import { randomBytes } from 'node:crypto';
import { namesOfRoles } from '@washdesk/rules/company/roles';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { AuditedPrincipal } from '../../../common/caller.ts';
import type { Db } from '../../../db/pool.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { SecretHasher } from '../../../ports/secret-hasher.ts';
import { checkedClientId, checkedName, StaffProblem } from './staff-rules.ts';
import { saveServiceAccount, siteExists } from './service-account.store.ts';

export interface ServiceAccount {
  clientId: string;
  name: string;
  /** Role bit flags. */
  roles: number;
  /** The only site it works at; null for none in particular. */
  site: number | null;
}

export interface ServiceAccountServiceOptions {
  db: Db;
  clock: Clock;
  hasher: SecretHasher;
  /** The program that makes the changes, for the audit. */
  by: AuditedPrincipal;
}

/** Programs that sign in by client id and secret, a site's agent for one. */
export class ServiceAccountService {
  readonly #options: ServiceAccountServiceOptions;

  constructor(options: ServiceAccountServiceOptions) {
    this.#options = options;
  }

  /**
   * Creates the account, or gives a known one all this anew.
   * @returns its new secret, which is shown once: only its hash is kept
   */
  async save({ clientId, name, roles, site }: ServiceAccount): Promise<string> {
    const { db, clock, hasher, by } = this.#options;
    const row = { clientId: checkedClientId(clientId), name: checkedName(name), roles, site };
    const secret = randomBytes(24).toString('base64url');
    const secretHash = await hasher.hash(secret);
    const at = clock.now();
    await db.transaction().execute(async (tx) => {
      if (site !== null && !(await siteExists(tx, site))) throw new StaffProblem(`There is no site ${site}`);
      await saveServiceAccount(tx, { ...row, secretHash }, at);
      const after = { name: row.name, roles: namesOfRoles(roles), site };
      await writeAudit(tx, { ...auditBy(by), site, action: 'service-account.saved', subject: `service:${clientId}`, after, at });
    });
    return secret;
  }
}
