import { sql } from 'kysely';
import type { PersonalTables } from '../../../db/personal-data.ts';
import type { Db, Tx } from '../../../db/pool.ts';

/** A renewal whose payment failed: its member is told once. */
interface FailedRenewalTable {
  invoice: string;
  customer: string;
  seen: Date;
  /** Null if the member could not be reached. */
  message: string | null;
}

declare module '../../../db/schema.ts' {
  interface Database {
    failed_renewal: FailedRenewalTable;
  }
}

export const personalData = {
  failed_renewal: { plain: ['invoice', 'customer', 'seen', 'message'], customer: 'customer', erase: 'rows' },
} satisfies PersonalTables;

export interface UnpaidRenewal {
  invoice: string;
  customer: string;
  subscription: string;
  /** Cents. */
  due: number;
}

/** Returns renewals since a time whose payment failed and whose members are not told yet. */
export async function untoldRenewals(db: Db, since: Date, most: number): Promise<UnpaidRenewal[]> {
  const { rows } = await sql<UnpaidRenewal>`
    select i.id as invoice, i.customer, i.subscription, (i.object->>'amount_remaining')::integer as due
    from mirror_invoice i
    where i.status = 'open' and i.deleted_at is null and i.created > ${since} and i.customer is not null and i.subscription is not null
      and i.object->>'billing_reason' = 'subscription_cycle' and (i.object->>'attempt_count')::integer > 0
      and (i.object->>'amount_remaining')::integer > 0
      and not exists (select from failed_renewal f where f.invoice = i.id)
    order by i.created limit ${most}`.execute(db);
  return rows;
}

/** @returns false if another process tells the member */
export async function addFailedRenewal(tx: Tx, row: FailedRenewalTable): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('failed_renewal')
    .values(row)
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export async function setMessage(tx: Tx, invoice: string, message: string): Promise<void> {
  await tx.updateTable('failed_renewal').set({ message }).where('invoice', '=', invoice).execute();
}

/** Whether another customer has the same phone number. */
export async function isPhoneShared(db: Db, customer: string): Promise<boolean> {
  const { rows } = await sql`
    select from mirror_customer own join mirror_customer other
      on right(regexp_replace(other.phone, '[^0-9]', '', 'g'), 10) = right(regexp_replace(own.phone, '[^0-9]', '', 'g'), 10)
    where own.id = ${customer} and length(own.phone) >= 10 and other.id <> own.id and other.deleted_at is null limit 1`.execute(db);
  return rows.length > 0;
}

/** Returns the zone of the site of a plan; null without a site. */
export async function zoneOfPlan(db: Db, subscription: string): Promise<string | null> {
  const { rows } = await sql<{ zone: string }>`
    select site.time_zone as zone from mirror_subscription s join site on site.number = s.site where s.id = ${subscription}`.execute(db);
  return rows[0]?.zone ?? null;
}
