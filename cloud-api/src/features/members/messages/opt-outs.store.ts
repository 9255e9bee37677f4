import { hasAddress, type PersonalTables } from '../../../db/personal-data.ts';
import type { Db } from '../../../db/pool.ts';
import type { Channel } from '../../../db/tables/messages.ts';

interface MessageOptOutTable {
  channel: Channel;
  /** E.164, or an email address in lowercase. */
  address: string;
  since: Date;
}

declare module '../../../db/schema.ts' {
  interface Database {
    message_opt_out: MessageOptOutTable;
  }
}

export const personalData = {
  message_opt_out: {
    plain: ['channel', 'since'],
    personal: ['address'],
    also: hasAddress('address'),
    erase: 'rows',
  },
} satisfies PersonalTables;

/** Email addresses are compared case-insensitively. */
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

/** Returns those of these phone numbers whose owner wants no texts. */
export async function optedOutPhones(db: Db, phones: readonly string[]): Promise<Set<string>> {
  if (phones.length === 0) return new Set();
  const rows = await db
    .selectFrom('message_opt_out')
    .select('address')
    .where('channel', '=', 'sms')
    .where('address', 'in', [...phones])
    .execute();
  return new Set(rows.map(({ address }) => address));
}

/** Stores an opt-out; keeps the date of the first one. */
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
