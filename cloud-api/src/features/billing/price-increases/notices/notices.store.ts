import { sql } from 'kysely';
import type { NoticeKind, NoticeState } from '@washdesk/contracts/billing/plans/increase-notice';
import { scheduleKeys } from '@washdesk/rules/company/metadata-keys';
import { memberStatuses } from '@washdesk/rules/plans/statuses';
import type { ProviderCustomer } from '../../../../common/provider-objects.ts';
import type { Db, Tx } from '../../../../db/pool.ts';
import type { Channel } from '../../../../db/tables/messages.ts';

/** A notice's member and values. */
export interface NoticeMember {
  subscription: string;
  customer: string;
  name: string;
  site: number | null;
  oldPrice: string;
  oldAmount: number;
  newAmount: number;
  oldTotal: number;
  newTotal: number;
  effective: string;
}

const memberColumns = sql`m.subscription, m.customer, m.name, m.site, m.old_price as "oldPrice", m.old_amount as "oldAmount",
  m.new_amount as "newAmount", m.old_total as "oldTotal", m.new_total as "newTotal", i.effective::text as effective`;

/** A notice that is due. */
export interface WaitingNotice extends NoticeMember {
  id: string;
  increase: string;
  kind: NoticeKind;
  refused: Channel[];
  customerObject: ProviderCustomer | null;
  /** Whether the notice still applies: for a new price, its schedule is on a running plan. */
  isTrue: boolean;
}

/** Increases whose members may be notified: not one paused or being undone. */
const telling = sql`(
  n.kind = 'increase' and (m.state = 'scheduled' and i.state in ('running', 'done') or m.state = 'kept')
  or n.kind = 'retraction' and m.state = 'undone')`;

/**
 * Locks pending notices with their members and increases: none is undone or paused until the caller commits.
 * @param sites within their notice hours; `null` for members without a site
 */
export async function lockWaiting(tx: Tx, { sites, most }: { sites: readonly (number | null)[]; most: number }): Promise<WaitingNotice[]> {
  const numbers = sites.filter((site) => site !== null);
  const { rows } = await sql<WaitingNotice>`
    select n.id, n.increase, n.kind, n.refused, ${memberColumns},
      (select c.object from mirror_customer c where c.id = m.customer and c.deleted_at is null) as "customerObject",
      exists (select 1 from mirror_subscription s where s.id = m.subscription and s.deleted_at is null
        and s.status = any(${[...memberStatuses]}::text[]))
      and (n.kind = 'retraction' or exists (select 1 from mirror_schedule h
        where h.customer = m.customer and h.subscription = m.subscription and h.status in ('active', 'not_started')
          and h.object->'metadata'->>${sql.lit(scheduleKeys.bulkIncrease)} = n.increase::text)) as "isTrue"
    from increase_notice n
    join price_increase_member m on m.increase = n.increase and m.subscription = n.subscription
    join price_increase i on i.id = n.increase
    where n.state = 'waiting' and n.due <= now() and ${telling}
      and (m.site = any(${numbers}::integer[]) or (m.site is null and ${sites.includes(null)}))
    order by n.due limit ${most}
    for update of n skip locked for share of m skip locked for share of i skip locked`.execute(tx);
  return rows;
}

/** Returns how many notices are queued at the providers, and whether another is due. */
export async function openNotices(db: Db): Promise<{ queued: number; isDue: boolean }> {
  const { rows } = await sql<{ queued: number; isDue: boolean }>`
    select (select count(*) from increase_notice where state = 'queued') as queued,
      exists (select from increase_notice where state = 'waiting' and due <= now()) as "isDue"`.execute(db);
  return rows[0]!;
}

/** Returns how many messages the recipient was sent within the last hour. */
export async function messagesLately(db: Db, channel: Channel, recipient: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from message
    where channel = ${channel} and lower(recipient) = lower(${recipient}) and state in ('queued', 'sent') and queued > now() - interval '1 hour'`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

export interface NoticeChange {
  state: NoticeState;
  channel?: Channel;
  message?: string;
  reason?: string;
}

export async function changeNotice(tx: Tx, id: string, { state, channel, message, reason }: NoticeChange): Promise<void> {
  await tx
    .updateTable('increase_notice')
    .set({ state, channel: channel ?? null, reason: reason ?? null, ...(message && { message }) })
    .where('id', '=', id)
    .execute();
}

export async function postponeNotice(tx: Tx, id: string, seconds: number): Promise<void> {
  await sql`update increase_notice set due = now() + make_interval(secs => ${seconds}) where id = ${id}`.execute(tx);
}

/** Applies the outcome of queued messages: a rejected notice uses the next channel, a discarded one waits. @returns how many */
export async function followMessages(tx: Tx, most: number): Promise<number> {
  const { rows } = await sql<{ id: string; state: NoticeState; increase: string; subscription: string }>`
    with ended as (
      select n.id, message.state, message.sent, message.reason from increase_notice n join message on message.id = n.message
      where n.state = 'queued' and message.state <> 'queued' order by n.due limit ${most} for update of n skip locked
    )
    update increase_notice n set
      state = case when ended.state = 'sent' then 'sent' else 'waiting' end,
      channel = case when ended.state = 'sent' then n.channel end,
      told = case when ended.state = 'sent' then ended.sent end,
      refused = case when ended.state = 'refused' then array_append(n.refused, n.channel) else n.refused end,
      reason = case when ended.state = 'refused' then ended.reason end
    from ended where n.id = ended.id returning n.id, n.state, n.increase, n.subscription`.execute(tx);
  const sent = rows.filter(({ state }) => state === 'sent').map(({ id }) => id);
  await takeBackTold(tx, sql`n.id = any(${sent}::uuid[])`);
  // a notice discarded because its member was undone is obsolete
  await sql`update increase_notice n set state = 'dropped' from price_increase_member m
    where n.id = any(${rows.map(({ id }) => id)}::uuid[]) and n.state = 'waiting' and n.kind = 'increase'
      and m.increase = n.increase and m.subscription = n.subscription and m.state = 'undone'`.execute(tx);
  return rows.length;
}

/** Adds the retraction for notified members whose increase has been undone. */
async function takeBackTold(tx: Tx, which: ReturnType<typeof sql>): Promise<void> {
  await sql`
    insert into increase_notice (increase, subscription, kind)
    select n.increase, n.subscription, 'retraction' from increase_notice n
    join price_increase_member m on m.increase = n.increase and m.subscription = n.subscription
    where ${which} and n.kind = 'increase' and n.state in ('sent', 'printed') and m.state = 'undone'
    on conflict do nothing`.execute(tx);
}

interface OfMember {
  increase: string;
  subscription: string;
}

export async function addNotice(tx: Tx, { increase, subscription }: OfMember): Promise<void> {
  await tx
    .insertInto('increase_notice')
    .values({ increase, subscription, kind: 'increase' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Drops the pending notices of an increase undone for this member, and retracts the sent ones. */
export async function dropNotice(tx: Tx, { increase, subscription }: OfMember): Promise<void> {
  // the message's outcome is applied before or after this, never concurrently
  await sql`select 1 from increase_notice where increase = ${increase} and subscription = ${subscription} for update`.execute(tx);
  await sql`update increase_notice set state = 'dropped', reason = null
    where increase = ${increase} and subscription = ${subscription} and kind = 'increase' and state in ('waiting', 'letter')`.execute(tx);
  await takeBackTold(tx, sql`n.increase = ${increase} and n.subscription = ${subscription}`);
}

/** Returns the queued messages of an increase, for all members or one. */
export async function queuedMessages(tx: Tx, increase: string, subscription: string | null = null): Promise<string[]> {
  const { rows } = await sql<{ message: string }>`
    select message from increase_notice
    where increase = ${increase} and kind = 'increase' and state = 'queued'
      and (${subscription}::text is null or subscription = ${subscription})`.execute(tx);
  return rows.map(({ message }) => message);
}

export interface NoticeCount {
  kind: NoticeKind;
  state: NoticeState;
  channel: Channel | null;
  members: number;
}

export async function noticeCounts(db: Db, increase: string): Promise<NoticeCount[]> {
  const { rows } = await sql<NoticeCount>`
    select kind, state, channel, count(*) as members from increase_notice where increase = ${increase}
    group by kind, state, channel order by kind, state, channel`.execute(db);
  return rows;
}

/** Members with a price increase who were not notified in time; `n` is the notice, `m` the member. */
export const isLate = (tellBy: Date, now: Date) => sql`(
  m.state in ('scheduled', 'kept') and n.state <> 'dropped'
  and case when n.told is null then ${now}::timestamptz > ${tellBy}::timestamptz else n.told > ${tellBy}::timestamptz end)`;

export const isNoticeIn = (state: NoticeState) => sql`n.state = ${state}`;

export async function countLate(db: Db, increase: string, tellBy: Date, now: Date): Promise<number> {
  const { rows } = await sql<{ late: number }>`
    select count(*) as late from increase_notice n
    join price_increase_member m on m.increase = n.increase and m.subscription = n.subscription
    where n.increase = ${increase} and n.kind = 'increase' and ${isLate(tellBy, now)}`.execute(db);
  return rows[0]?.late ?? 0;
}

/** Returns the member, or the first by name, and the next one. */
export async function memberWithNext(db: Db, increase: string, subscription: string | null): Promise<NoticeMember[]> {
  const from =
    subscription === null
      ? sql`m.state <> 'skipped'`
      : sql`(m.name, m.subscription) >= (select name, subscription from price_increase_member
          where increase = ${increase} and subscription = ${subscription}) and (m.subscription = ${subscription} or m.state <> 'skipped')`;
  const { rows } = await sql<NoticeMember>`
    select ${memberColumns} from price_increase_member m join price_increase i on i.id = m.increase
    where m.increase = ${increase} and ${from} order by m.name, m.subscription limit 2`.execute(db);
  return rows;
}

export interface Letter extends NoticeMember {
  id: string;
  kind: NoticeKind;
  customerObject: ProviderCustomer | null;
}

/** Letters to print, sorted by name. */
export async function waitingLetters(db: Db, increase: string, most: number): Promise<{ letters: Letter[]; waiting: number }> {
  const { rows } = await sql<Letter & { waiting: number }>`
    select n.id, n.kind, ${memberColumns}, count(*) over () as waiting,
      (select c.object from mirror_customer c where c.id = m.customer) as "customerObject"
    from increase_notice n
    join price_increase_member m on m.increase = n.increase and m.subscription = n.subscription
    join price_increase i on i.id = n.increase
    where n.increase = ${increase} and n.state = 'letter' order by m.name, m.subscription, n.kind limit ${most}`.execute(db);
  return { letters: rows, waiting: rows[0]?.waiting ?? 0 };
}

/** @returns how many of them were waiting to be printed */
export async function markPrinted(tx: Tx, increase: string, letters: readonly string[], told: Date): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update increase_notice set state = 'printed', told = ${told}
    where increase = ${increase} and id = any(${[...letters]}::uuid[]) and state = 'letter'`.execute(tx);
  return Number(numAffectedRows);
}

export async function countDropped(tx: Tx, increase: string, letters: readonly string[]): Promise<number> {
  const { rows } = await sql<{ dropped: number }>`
    select count(*) as dropped from increase_notice
    where increase = ${increase} and id = any(${[...letters]}::uuid[]) and state = 'dropped'`.execute(tx);
  return rows[0]?.dropped ?? 0;
}
