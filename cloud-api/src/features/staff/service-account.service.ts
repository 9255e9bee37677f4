import { namesOfRoles } from '@washdesk/rules/roles';
import { writeAudit } from '../../audit/audit.ts';
import type { Db } from '../../db/pool.ts';
import type { Clock } from '../../ports/clock.ts';
import type { SecretHasher } from '../../ports/secret-hasher.ts';
import { saveServiceAccount } from './service-account.store.ts';

export interface ServiceAccount {
  clientId: string;
  secret: string;
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
  /** Who makes the changes, for the audit. */
  actor: string;
}

/** Programs that sign in by client id and secret. */
export class ServiceAccountService {
  readonly #options: ServiceAccountServiceOptions;

  constructor(options: ServiceAccountServiceOptions) {
    this.#options = options;
  }

  async upsertServiceAccount({ clientId, secret, name, roles, site }: ServiceAccount): Promise<void> {
    const { db, clock, hasher, actor } = this.#options;
    const secretHash = await hasher.hash(secret);
    const at = clock.now();
    await db.transaction().execute(async (tx) => {
      await saveServiceAccount(tx, { clientId, name, secretHash, roles, site }, at);
      const after = { name, roles: namesOfRoles(roles), site };
      await writeAudit(tx, { actor, site, action: 'service-account.saved', subject: `service:${clientId}`, after, at });
    });
  }
}
