import { sql } from 'kysely';
import type { Db } from '../../../db/pool.ts';

export interface SiteTerminal {
  name: string;
  type: string;
  ipAddress: string | null;
}

/**
 * `terminals` must not be empty. Updates existing rows instead of deleting and inserting them, because two calls may replace the same
 * site's terminals at once.
 */
export async function replaceTerminals(db: Db, site: number, terminals: readonly SiteTerminal[]): Promise<void> {
  const rows = terminals.map(({ name, type, ipAddress }) => ({ site, name, type, ip_address: ipAddress }));
  const names = terminals.map(({ name }) => name);
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('site_terminal')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['site', 'name']).doUpdateSet({ type: sql.ref('excluded.type'), ip_address: sql.ref('excluded.ip_address') }),
      )
      .execute();
    await tx.deleteFrom('site_terminal').where('site', '=', site).where('name', 'not in', names).execute();
  });
}
