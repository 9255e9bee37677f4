import type { Db } from '../../../db/pool.ts';
import type { Channel } from '../../../db/tables/messages.ts';

/** Addresses to which no messages are to be sent any more. */
interface MessageOptOutTable {
  channel: Channel;
  /** E.164, or an e-mail address in small letters. */
  address: string;
  since: Date;
}

declare module '../../../db/schema.ts' {
  interface Database {
    message_opt_out: MessageOptOutTable;
  }
}

/** E-mail addresses are compared without regard to case. */
const keyOf = (channel: Channel, address: string) => ({ channel, address: channel === 'email' ? address.toLowerCase() : address });

export async function isOptedOut(db: Db, channel: Channel, address: string): Promise<boolean> {
  const key = keyOf(channel, address);
  const row = await db
    .selectFrom('message_opt_out')
    .select('since')
    .where('channel', '=', key.channel)
    .where('address', '=', key.address)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores an opt-out; the first day stays. */
export async function optOut(db: Db, channel: Channel, address: string, since: Date): Promise<void> {
  await db
    .insertInto('message_opt_out')
    .values({ ...keyOf(channel, address), since })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function optIn(db: Db, channel: Channel, address: string): Promise<void> {
  const key = keyOf(channel, address);
  await db.deleteFrom('message_opt_out').where('channel', '=', key.channel).where('address', '=', key.address).execute();
}
