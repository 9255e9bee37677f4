import { sql, type Insertable, type RawBuilder } from 'kysely';
import type { NoticeState } from '@washdesk/contracts/billing/plans/increase-notice';
import type { IncreaseMemberState } from '@washdesk/contracts/billing/plans/price-increase';
import { scheduleKeys } from '@washdesk/rules/company/metadata-keys';
import type { SkipReason } from '@washdesk/rules/plans/bulk-increase';
import type { Db, Tx } from '../../../db/pool.ts';
import type { Channel } from '../../../db/tables/messages.ts';
import type { PriceIncreaseMemberTable } from '../../../db/tables/price-increases.ts';
import type { IncreaseRow } from './price-increases.store.ts';

/** Adds members; one already in the increase stays unchanged. @returns the number added */
export async function insertMembers(tx: Tx, members: readonly Insertable<PriceIncreaseMemberTable>[]): Promise<number> {
  if (members.length === 0) return 0;
  const added = await tx
    .insertInto('price_increase_member')
    .values([...members])
    .onConflict((conflict) => conflict.columns(['increase', 'subscription']).doNothing())
    .executeTakeFirst();
  return Number(added.numInsertedOrUpdatedRows ?? 0);
}

/** A member leased to this process. */
export interface ClaimedMember {
  increase: string;
  subscription: string;
  customer: string;
  oldPrice: string;
  newPrice: string;
  newAmount: number;
  state: IncreaseMemberState;
  attempts: number;
}

/**
 * Claims members of an increase. Several processes share them, and each member has one owner.
 * @param increase as it was when the work was found; if it has been stopped since, no member is claimed
 * @param states of the members to process
 */
export async function claimMembers(
  db: Db,
  {
    increase: { id, state },
    states,
    most,
    leaseSeconds,
  }: { increase: Pick<IncreaseRow, 'id' | 'state'>; states: readonly IncreaseMemberState[]; most: number; leaseSeconds: number },
): Promise<ClaimedMember[]> {
  const { rows } = await sql<ClaimedMember>`
    with free as materialized (
      select subscription from price_increase_member
      where increase = ${id} and state = any(${[...states]}::text[]) and due <= now() and (leased_until is null or leased_until < now())
        and exists (select 1 from price_increase where id = ${id} and state = ${state})
      limit ${most} for update skip locked
    )
    update price_increase_member m set leased_until = now() + make_interval(secs => ${leaseSeconds}), attempts = m.attempts + 1 from free
    where m.increase = ${id} and m.subscription = free.subscription
    returning m.increase, m.subscription, m.customer, m.old_price as "oldPrice", m.new_price as "newPrice", m.new_amount as "newAmount", m.state,
      m.attempts`.execute(db);
  return rows;
}

export interface MemberOutcome {
  state: IncreaseMemberState;
  reason?: SkipReason | null;
  detail?: string | null;
}

/**
 * Ends the work on a member, unless another process has claimed or ended it since. For a checked member no attempt counts.
 * @returns whether it was ended
 */
export async function settleMember(tx: Tx, member: ClaimedMember, outcome: MemberOutcome): Promise<boolean> {
  const { increase, subscription, attempts } = member;
  const { state, reason = null, detail = null } = outcome;
  const { numAffectedRows = 0n } =
    await sql`update price_increase_member set state = ${state}, reason = ${reason}, detail = ${detail}, leased_until = null,
    attempts = case when ${state} in ('planned', 'checked') then 0 else attempts end
    where increase = ${increase} and subscription = ${subscription} and attempts = ${attempts} and state = ${member.state}`.execute(tx);
  return numAffectedRows > 0n;
}

/** Releases a member whose work has not begun because the increase was stopped. */
export async function releaseMember(db: Db, { increase, subscription, attempts }: ClaimedMember): Promise<void> {
  await sql`update price_increase_member set leased_until = null
    where increase = ${increase} and subscription = ${subscription} and attempts = ${attempts}`.execute(db);
}

/** Postpones a member whose outcome is unknown. */
export async function postponeMember(
  db: Db,
  { increase, subscription, attempts }: ClaimedMember,
  why: string,
  seconds: number,
): Promise<void> {
  await sql`update price_increase_member set leased_until = null, due = now() + make_interval(secs => ${seconds}), detail = ${why}
    where increase = ${increase} and subscription = ${subscription} and attempts = ${attempts}`.execute(db);
}

/**
 * Returns the schedule that an increase made for a subscription and that is still in force. A schedule that a plan change recreated has the
 * same id.
 */
export async function scheduleOfIncrease(db: Db, { increase, subscription, customer }: ClaimedMember): Promise<string | null> {
  const row = await db
    .selectFrom('mirror_schedule')
    .select('id')
    .where('customer', '=', customer)
    .where('subscription', '=', subscription)
    .where('status', 'in', ['active', 'not_started'])
    .where(sql<string>`object->'metadata'->>${sql.lit(scheduleKeys.bulkIncrease)}`, '=', increase)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Ends members whom the run never reached. */
export async function leaveUntouched(db: Db, increase: string, most: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with free as materialized (
      select subscription from price_increase_member
      where increase = ${increase} and state = 'checked' and attempts = 0 limit ${most} for update skip locked
    )
    update price_increase_member m set state = 'untouched' from free
    where m.increase = ${increase} and m.subscription = free.subscription`.execute(db);
  return Number(numAffectedRows);
}

export async function hasMembersIn(db: Db | Tx, increase: string, states: readonly IncreaseMemberState[]): Promise<boolean> {
  const { rows } = await sql`
    select 1 from price_increase_member where increase = ${increase} and state = any(${[...states]}::text[]) limit 1`.execute(db);
  return rows.length > 0;
}

export interface MemberCount {
  state: IncreaseMemberState;
  reason: SkipReason | null;
  members: number;
  old: number;
  new: number;
  oldTotal: number;
  newTotal: number;
}

export async function memberCounts(db: Db, increase: string): Promise<MemberCount[]> {
  const { rows } = await sql<MemberCount>`
    select state, reason, count(*) as members, sum(old_amount) as old, sum(new_amount) as new, sum(old_total) as "oldTotal",
      sum(new_total) as "newTotal"
    from price_increase_member where increase = ${increase} group by state, reason order by state, reason`.execute(db);
  return rows;
}

/** Resets every decision of a dry run. */
export async function planAgain(tx: Tx, increase: string): Promise<void> {
  await sql`update price_increase_member set state = 'planned', reason = null, detail = null, due = now()
    where increase = ${increase} and state in ('checked', 'skipped', 'refused')`.execute(tx);
}

export interface MemberRow {
  subscription: string;
  customer: string;
  name: string;
  site: number | null;
  oldPrice: string;
  old: number;
  new: number;
  oldTotal: number;
  newTotal: number;
  state: IncreaseMemberState;
  reason: SkipReason | null;
  detail: string | null;
  /** The notice of the new price; null before the run. */
  notice: { state: NoticeState; channel: Channel | null; told: string | null; reason: string | null } | null;
}

export interface MemberCursor {
  name: string;
  subscription: string;
}

export interface MembersRequest {
  increase: string;
  /** Null: every state. */
  state: IncreaseMemberState | null;
  /** Members with this notice state; null: any. */
  notice: RawBuilder<unknown> | null;
  behind: MemberCursor | null;
  most: number;
}

/** Sorted by name. */
export async function membersOf(db: Db, { increase, state, notice, behind, most }: MembersRequest): Promise<MemberRow[]> {
  const ofState = state === null ? sql`` : sql`and m.state = ${state}`;
  const ofNotice = notice === null ? sql`` : sql`and ${notice}`;
  const after = behind ? sql`and (m.name, m.subscription) > (${behind.name}, ${behind.subscription})` : sql``;
  const { rows } = await sql<MemberRow>`
    select m.subscription, m.customer, m.name, m.site, m.old_price as "oldPrice", m.old_amount as old, m.new_amount as new,
      m.old_total as "oldTotal", m.new_total as "newTotal", m.state, m.reason, m.detail,
      case when n.id is not null then jsonb_build_object('state', n.state, 'channel', n.channel, 'told', n.told, 'reason', n.reason) end as notice
    from price_increase_member m
    left join increase_notice n on n.increase = m.increase and n.subscription = m.subscription and n.kind = 'increase'
    where m.increase = ${increase} ${ofState} ${ofNotice} ${after} order by m.name, m.subscription limit ${most}`.execute(db);
  return rows;
}
