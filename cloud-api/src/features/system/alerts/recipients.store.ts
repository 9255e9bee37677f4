import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import { defaultAlertSettings, type AlertChannel, type AlertList, type AlertSettings } from '@washdesk/rules/company/alerts';
import type { PersonalTables } from '../../../db/personal-data.ts';
import type { Db, Tx } from '../../../db/pool.ts';

interface AlertRecipientTable {
  id: string;
  name: string;
  channel: AlertChannel;
  /** An email address, a phone number as E.164, or a URL, which may contain a secret of its receiver. */
  address: string;
  list: AlertList;
  added: Date;
  added_by: string;
}

interface AlertSettingTable {
  id: number;
  value: string;
  changed: Date;
  changed_by: string;
}

declare module '../../../db/schema.ts' {
  interface Database {
    alert_recipient: AlertRecipientTable;
    alert_setting: AlertSettingTable;
  }
}

export const personalData = {
  alert_recipient: { plain: ['id', 'name', 'channel', 'address', 'list', 'added', 'added_by'] },
  alert_setting: { plain: ['id', 'value', 'changed', 'changed_by'] },
} satisfies PersonalTables;

export type Recipient = Pick<AlertRecipientTable, 'id' | 'name' | 'channel' | 'address' | 'list'>;

export interface NewRecipient {
  name: string;
  channel: AlertChannel;
  address: string;
  list: AlertList;
}

const columns = ['id', 'name', 'channel', 'address', 'list'] as const;

export function recipientsOf(db: Db): Promise<Recipient[]> {
  return db.selectFrom('alert_recipient').select(columns).orderBy('list').orderBy('added').execute();
}

export async function recipientById(db: Db, id: string): Promise<Recipient | null> {
  return (await db.selectFrom('alert_recipient').select(columns).where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function insertRecipient(tx: Tx, recipient: NewRecipient, at: Date, by: string): Promise<Recipient> {
  const row = { ...recipient, id: uuidv7() };
  await tx
    .insertInto('alert_recipient')
    .values({ ...row, added: at, added_by: by })
    .execute();
  return row;
}

export async function deleteRecipient(tx: Tx, id: string): Promise<Recipient | null> {
  return (await tx.deleteFrom('alert_recipient').where('id', '=', id).returning(columns).executeTakeFirst()) ?? null;
}

const stored = z.object({
  quietHours: z.object({ from: z.string(), to: z.string() }).nullable(),
  timeZone: z.string(),
  criticalInQuietHours: z.boolean(),
  escalateAfterMinutes: z.int(),
});

/** Returns the settings, or those of a new installation in the time zone of most sites. */
export async function alertSettings(db: Db): Promise<AlertSettings> {
  const row = await db.selectFrom('alert_setting').select('value').executeTakeFirst();
  if (row) return stored.parse(row.value);
  return { ...defaultAlertSettings, timeZone: (await timeZones(db))[0] ?? 'UTC' };
}

/** Lists the time zones of the sites, the most frequent first. */
export async function timeZones(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('site')
    .select(({ fn }) => ['time_zone as zone', fn.countAll<number>().as('sites')])
    .groupBy('time_zone')
    .orderBy('sites', 'desc')
    .orderBy('zone')
    .execute();
  return rows.map(({ zone }) => zone);
}

/** Locks the settings, so that the second of two concurrent changes sees the first. */
export async function lockAlertSettings(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('alert settings'))`.execute(tx);
}

export async function saveAlertSettings(tx: Tx, value: AlertSettings, at: Date, by: string): Promise<void> {
  const row = { value: JSON.stringify(value), changed: at, changed_by: by };
  await tx
    .insertInto('alert_setting')
    .values({ id: 1, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}
