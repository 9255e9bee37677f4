import { sql } from 'kysely';
import type { ProviderCharge } from '../../../../common/provider-objects.ts';
import type { Db } from '../../../../db/pool.ts';
import { washes } from '../../../../db/washes.ts';

/** Place and local time of an event. */
export interface Placed {
  at: Date;
  siteName: string | null;
  timeZone: string;
}

export interface ReceiptRow extends Placed {
  kind: string;
  facts: object;
}

export interface WashRecord extends Placed {
  code: string | null;
  plan: string | null;
  terminal: string | null;
  /** The gate that staff opened for the member then; null if none. */
  gate: string | null;
}

export interface MessageRecord {
  at: Date;
  channel: string;
  /** The message's subject. */
  kind: string;
  recipient: string;
}

export interface ChargeRecord {
  at: Date;
  /** Cents. */
  amount: number;
  description: string | null;
}

/** Rows per section: banks read few pages, and Mastercard accepts at most 19. */
const most = { receipts: 40, washes: 120, messages: 40, charges: 36 };

/** Purchases only: a refund is not evidence of a purchase. */
const purchases = ['signup', 'charge', 'planchange', 'priceincrease'];

/** Returns the sign-up agreement that the customer last signed by that time, otherwise a later one, as it was then. */
export async function newestSignature(db: Db, customer: string, until: Date) {
  return db
    .selectFrom('signature')
    .innerJoin('site', 'site.number', 'signature.site')
    .select(['agreement', 'image as signature', 'typed_name as typedName', 'signed_at as signedAt'])
    .select(['site.name as siteName', 'site.time_zone as timeZone'])
    .where('signature.customer', '=', customer)
    .where('signature.state', '=', 'signed')
    .orderBy(sql`signature.requested <= ${until}`, 'desc')
    .orderBy('signed_at', 'desc')
    .executeTakeFirst();
}

export async function newestSignUp(db: Db, customer: string, until: Date) {
  return db
    .selectFrom('receipt')
    .leftJoin('site', 'site.number', 'receipt.site')
    .selectAll('receipt')
    .select(['site.name as siteName', 'site.time_zone as timeZone'])
    .where('receipt.customer', '=', customer)
    .where('receipt.kind', '=', 'signup')
    .orderBy(sql`receipt.created <= ${until}`, 'desc')
    .orderBy('receipt.created', 'desc')
    .executeTakeFirst();
}

export async function receiptsOf(db: Db, customer: string): Promise<ReceiptRow[]> {
  const { rows } = await sql<ReceiptRow>`
    select r.created as at, r.kind, site.name as "siteName", coalesce(site.time_zone, 'UTC') as "timeZone", r.facts
    from receipt r left join site on site.number = r.site
    where r.customer = ${customer} and r.kind = any(${purchases}::text[])
    order by r.created desc, r.id desc limit ${most.receipts}`.execute(db);
  return rows;
}

export async function washesOf(db: Db, customer: string): Promise<WashRecord[]> {
  const { rows } = await sql<WashRecord>`
    select w.at, w.code, w.plan_name as plan, w.terminal, site.name as "siteName", site.time_zone as "timeZone", opened.gate
    from (
      select * from (${washes(customer)}) all_of_them where status = 0 order by at desc, id collate "C" desc limit ${most.washes}
    ) w join site on site.number = w.site left join lateral (
      select coalesce(d.name, g.gate) as gate
      from gate_command g left join site_device d on d.site = g.site and d.id = g.gate
      where g.customer = ${customer} and g.site = w.site and g.result = 'opened'
        and g.asked between w.at - interval '5 minutes' and w.at + interval '5 minutes'
      order by g.asked limit 1
    ) opened on true
    order by w.at desc, w.id collate "C" desc`.execute(db);
  return rows;
}

export async function countWashes(db: Db, customer: string, since: Date): Promise<{ washCount: number; washesSince: number }> {
  const { rows } = await sql<{ washCount: number; washesSince: number }>`
    select count(*)::integer as "washCount", (count(*) filter (where at >= ${since}))::integer as "washesSince"
    from (${washes(customer)}) w where status = 0`.execute(db);
  return rows[0]!;
}

export async function messagesTo(db: Db, customer: string): Promise<MessageRecord[]> {
  return db
    .selectFrom('message')
    .select(['requested as at', 'channel', 'kind', 'recipient'])
    .where('customer', '=', customer)
    .where('state', '=', 'sent')
    .orderBy('requested', 'desc')
    .limit(most.messages)
    .execute();
}

export async function earlierCharges(
  db: Db,
  { id, created, customer, payment_method_details: details }: ProviderCharge,
): Promise<ChargeRecord[]> {
  const fingerprint = (details?.card ?? details?.card_present)?.fingerprint ?? null;
  const { rows } = await sql<ChargeRecord>`
    select c.created as at, c.amount, c.object->>'description' as description from mirror_charge c
    where (c.fingerprint = ${fingerprint} or (${fingerprint}::text is null and c.customer = ${customer}))
      and c.id <> ${id} and c.created < to_timestamp(${created}) and c.status = 'succeeded' and c.deleted_at is null
      and c.object->>'disputed' = 'false' and c.object->>'refunded' = 'false'
    order by c.created desc, c.id desc limit ${most.charges}`.execute(db);
  return rows;
}
