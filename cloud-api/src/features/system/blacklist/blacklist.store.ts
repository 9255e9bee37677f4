import { sql } from 'kysely';
import type { PersonalTables } from '../../../db/personal-data.ts';
import type { Db, Tx } from '../../../db/pool.ts';

/** Blocked addresses in normalized form. */
interface BlacklistTable {
  address: string;
  since: Date;
  blocked_by: string;
}

declare module '../../../db/schema.ts' {
  interface Database {
    blacklist: BlacklistTable;
  }
}

export const personalData = {
  blacklist: {
    plain: ['address', 'since', 'blocked_by'],
  },
} satisfies PersonalTables;

export interface BlockedAddress {
  address: string;
  since: Date;
}

export async function listBlocked(db: Db): Promise<BlockedAddress[]> {
  return db.selectFrom('blacklist').select(['address', 'since']).orderBy('since', 'desc').orderBy('address').execute();
}

/** @returns false if it was already on the list */
export async function addBlocked(tx: Tx, address: string, since: Date, by: string): Promise<boolean> {
  const added = await tx
    .insertInto('blacklist')
    .values({ address, since, blocked_by: by })
    .onConflict((conflict) => conflict.column('address').doNothing())
    .returning('address')
    .executeTakeFirst();
  return added !== undefined;
}

/** @returns since when it was blocked, and by whom; null if it was not on the list */
export async function removeBlocked(tx: Tx, address: string): Promise<{ since: Date; blocked_by: string } | null> {
  return (await tx.deleteFrom('blacklist').where('address', '=', address).returning(['since', 'blocked_by']).executeTakeFirst()) ?? null;
}

/** Returns where enrolled devices and clients were seen in the last 30 days. */
export async function seenDevices(db: Db): Promise<{ address: string; name: string }[]> {
  const { rows } = await sql<{ address: string; name: string }>`
    select distinct m.address, coalesce(d.name, a.name) as name
    from client_metric m left join device d on d.id = m.device and d.revoked is null
      left join service_account a on a.client_id = m.program and a.revoked is null
    where m.last_access > now() - interval '30 days' and coalesce(d.name, a.name) is not null
    order by 2, 1`.execute(db);
  return rows;
}
