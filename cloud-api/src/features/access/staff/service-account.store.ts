import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';

export interface ServiceAccountRow {
  clientId: string;
  name: string;
  secretHash: string;
  roles: number;
  site: number | null;
  expires: Date | null;
  addresses: string[];
}

/** Creates the account or replaces all its values; reactivates a revoked one. */
export async function saveServiceAccount(tx: Tx, { clientId, secretHash, ...same }: ServiceAccountRow, created: Date): Promise<void> {
  const changed = { ...same, secret_hash: secretHash, revoked: null };
  await tx
    .insertInto('service_account')
    .values({ client_id: clientId, created, ...changed })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet(changed))
    .execute();
}

export async function siteExists(tx: Tx, site: number): Promise<boolean> {
  return (await tx.selectFrom('site').select('number').where('number', '=', site).executeTakeFirst()) !== undefined;
}

export interface ListedServiceAccount extends Omit<ServiceAccountRow, 'secretHash'> {
  created: Date;
  lastUsed: Date | null;
}

/** Returns accounts that may sign in, or could until they expired. */
export async function listServiceAccounts(db: Db): Promise<ListedServiceAccount[]> {
  const { rows } = await sql<ListedServiceAccount>`
    select a.client_id as "clientId", a.name, a.roles, a.site, a.expires, a.addresses, a.created,
      (select max(last_used) from session s where s.kind = 'service' and s.principal = a.client_id) as "lastUsed"
    from service_account a where a.revoked is null order by lower(a.name), a.client_id`.execute(db);
  return rows;
}

/** @returns what was revoked; null for an unknown or already revoked account */
export async function revokeServiceAccount(tx: Tx, clientId: string, at: Date): Promise<{ name: string; roles: number } | null> {
  const row = await tx
    .updateTable('service_account')
    .set({ revoked: at })
    .where('client_id', '=', clientId)
    .where('revoked', 'is', null)
    .returning(['name', 'roles'])
    .executeTakeFirst();
  return row ?? null;
}
