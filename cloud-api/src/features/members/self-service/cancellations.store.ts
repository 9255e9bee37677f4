import { sql } from 'kysely';
import type { PersonalTables } from '../../../db/personal-data.ts';
import type { Db, Tx } from '../../../db/pool.ts';

/** A member's own cancellation. It is discontinued at the provider at once, or, after the 25th, in the month that is still billed. */
interface MemberCancellationTable {
  id: string;
  /** The number that the member gets. */
  confirmation: string;
  customer: string;
  subscription: string;
  reason: string;
  /** The caller and the key: a repeated call finds the row by them. */
  asked: string;
  requested: Date;
  ends: Date;
  /** Whether one more month is billed before it ends. */
  bills_again: boolean;
  state: 'scheduled' | 'running' | 'done' | 'withdrawn';
}

declare module '../../../db/schema.ts' {
  interface Database {
    member_cancellation: MemberCancellationTable;
  }
}

export const personalData = {
  member_cancellation: {
    plain: ['id', 'confirmation', 'subscription', 'reason', 'requested', 'ends', 'bills_again', 'state'],
    personal: ['asked'],
    customer: 'customer',
    erase: 'rows',
    internal: ['asked'],
  },
} satisfies PersonalTables;

export type Cancellation = Omit<MemberCancellationTable, 'asked'>;

const columns = ['id', 'confirmation', 'customer', 'subscription', 'reason', 'requested', 'ends', 'bills_again', 'state'] as const;

/** @returns false if another call has canceled the plan meanwhile */
export async function addCancellation(tx: Tx, row: MemberCancellationTable): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('member_cancellation')
    .values(row)
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export function cancellationAsked(db: Db, asked: string): Promise<Cancellation | undefined> {
  return db.selectFrom('member_cancellation').select(columns).where('asked', '=', asked).executeTakeFirst();
}

/** Returns the cancellation of a plan that is not done yet. */
export async function openCancellation(db: Db, subscription: string): Promise<Cancellation | undefined> {
  return (await openCancellations(db, [subscription]))[0];
}

/** Returns the cancellations of these plans that are not done yet. */
export function openCancellations(db: Db, subscriptions: readonly string[]): Promise<Cancellation[]> {
  return db
    .selectFrom('member_cancellation')
    .select(columns)
    .where('subscription', 'in', [...subscriptions])
    .where('state', 'in', ['scheduled', 'running'])
    .execute();
}

/** Returns the newest cancellation of a plan that was not withdrawn. */
export function lastCancellation(db: Db, subscription: string): Promise<Cancellation | undefined> {
  return db
    .selectFrom('member_cancellation')
    .select(columns)
    .where('subscription', '=', subscription)
    .where('state', '<>', 'withdrawn')
    .orderBy('requested', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Starts a cancellation, or continues it; undefined if it was withdrawn or is done. */
export function runCancellation(db: Db, id: string): Promise<Cancellation | undefined> {
  return db
    .updateTable('member_cancellation')
    .set({ state: 'running' })
    .where('id', '=', id)
    .where('state', 'in', ['scheduled', 'running'])
    .returning(columns)
    .executeTakeFirst();
}

export async function endCancellation(db: Db, id: string): Promise<void> {
  await db.updateTable('member_cancellation').set({ state: 'done' }).where('id', '=', id).where('state', '=', 'running').execute();
}

/** Withdraws what has not begun. @returns false if it is running */
export async function withdrawCancellations(tx: Tx, subscription: string): Promise<boolean> {
  const { rows } = await sql<{ state: string }>`
    select state from member_cancellation where subscription = ${subscription} and state <> 'withdrawn' for update`.execute(tx);
  if (rows.some(({ state }) => state === 'running')) return false;
  await tx
    .updateTable('member_cancellation')
    .set({ state: 'withdrawn' })
    .where('subscription', '=', subscription)
    .where('state', '<>', 'withdrawn')
    .execute();
  return true;
}
