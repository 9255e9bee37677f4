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
  /** The employee number of the Admin who answers for it; null for an account of the command line. */
  owner: number | null;
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
  ownerName: string | null;
  created: Date;
  lastUsed: Date | null;
}

/** Returns accounts that may sign in, or could until they expired. */
export async function listServiceAccounts(db: Db): Promise<ListedServiceAccount[]> {
  const { rows } = await sql<ListedServiceAccount>`
    select a.client_id as "clientId", a.name, a.roles, a.site, a.expires, a.addresses, a.created, a.owner, s.name as "ownerName",
      (select max(last_used) from session u where u.kind = 'service' and u.principal = a.client_id) as "lastUsed"
    from service_account a left join staff s on s.employee_number = a.owner
    where a.revoked is null order by lower(a.name), a.client_id`.execute(db);
  return rows;
}

export async function accountsOf(tx: Tx, owner: number): Promise<{ clientId: string; name: string; roles: number }[]> {
  return tx
    .selectFrom('service_account')
    .select(['client_id as clientId', 'name', 'roles'])
    .where('owner', '=', owner)
    .where('revoked', 'is', null)
    .orderBy('client_id')
    .execute();
}

/** Returns the previous owner; null for an unknown or revoked account. */
export async function setOwner(tx: Tx, clientId: string, owner: number): Promise<{ owner: number | null } | null> {
  const account = tx.selectFrom('service_account').select('owner').where('client_id', '=', clientId).where('revoked', 'is', null);
  const before = await account.forUpdate().executeTakeFirst();
  if (!before) return null;
  await tx.updateTable('service_account').set({ owner }).where('client_id', '=', clientId).execute();
  return before;
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
