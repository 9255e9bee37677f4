import { sql } from 'kysely';
import type { PersonalTables } from '../../../../db/personal-data.ts';
import type { Db } from '../../../../db/pool.ts';

/** Networks where a name has signed in. */
interface FamiliarNetworkTable {
  name: Buffer;
  network: string;
  last_used: Date;
}

declare module '../../../../db/schema.ts' {
  interface Database {
    familiar_network: FamiliarNetworkTable;
  }
}

export const personalData = {
  familiar_network: {
    plain: ['name', 'network', 'last_used'],
  },
} satisfies PersonalTables;

export async function isFamiliar(db: Db, name: Buffer, network: string): Promise<boolean> {
  const row = await db
    .selectFrom('familiar_network')
    .select('network')
    .where('name', '=', name)
    .where('network', '=', network)
    .executeTakeFirst();
  return row !== undefined;
}

/** Writes at most once a day. */
export async function storeFamiliar(db: Db, name: Buffer, network: string): Promise<void> {
  await sql`
    insert into familiar_network as f (name, network, last_used) values (${name}, ${network}, now())
    on conflict (name, network) do update set last_used = now() where f.last_used < now() - interval '1 day'`.execute(db);
}
