import type { Tx } from '../../../db/pool.ts';

export interface ServiceAccountRow {
  clientId: string;
  name: string;
  secretHash: string;
  roles: number;
  site: number | null;
}

/** Creates the account, or gives it a new secret, name, roles and site; a revoked one works again. */
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
