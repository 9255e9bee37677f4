import type { ColumnType } from 'kysely';
import type { PersonalTables } from '../../../db/personal-data.ts';
import type { Db } from '../../../db/pool.ts';

interface LiveTicketTable {
  token_hash: Buffer;
  expires: Date;
  live_grant: ColumnType<unknown, string, never>;
}

declare module '../../../db/schema.ts' {
  interface Database {
    live_ticket: LiveTicketTable;
  }
}

export const personalData = {
  live_ticket: {
    plain: ['token_hash', 'expires', 'live_grant'],
  },
} satisfies PersonalTables;

export async function insertTicket(db: Db, hash: Buffer, grant: object, expires: Date): Promise<void> {
  await db
    .insertInto('live_ticket')
    .values({ token_hash: hash, live_grant: JSON.stringify(grant), expires })
    .execute();
}

/** Takes and removes a ticket; undefined if unknown or expired. */
export async function takeTicket(db: Db, hash: Buffer, now: Date): Promise<unknown> {
  const row = await db.deleteFrom('live_ticket').where('token_hash', '=', hash).returning(['live_grant', 'expires']).executeTakeFirst();
  return row && row.expires > now ? row.live_grant : undefined;
}
