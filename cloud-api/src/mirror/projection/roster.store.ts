import { sql, type Selectable } from 'kysely';
import type { Db, Tx } from '../../db/pool.ts';
import type { RosterEntryTable } from '../../db/tables/lanes.ts';
import type { CodeMembership } from './memberships.ts';

/** The channel that sends a new number to every cloud process, which announces it to the agents. */
export const rosterChannel = 'washdesk_roster';

const numbersLock = 'roster-numbers';

/** Locks the roster's numbers, which one transaction assigns at a time: a cursor over numbers that commit out of order would miss some. */
export async function lockNumbers(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${numbersLock}, 0))`.execute(tx);
}

/** Returns the highest number of the entries and the gaps. */
async function highest(db: Db | Tx): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    select greatest((select max(seq) from roster_entry), (select max(before) from roster_gap), 0) as seq`.execute(db);
  return rows[0]?.seq ?? 0;
}

/** Returns the highest number with the checksum of the roster at that number. */
export async function rosterState(db: Db): Promise<{ number: number; checksum: string }> {
  const { rows } = await sql<{ number: number; checksum: string }>`
    select greatest((select max(seq) from roster_entry), (select max(before) from roster_gap), 0) as number,
      (select lpad(to_hex(value), 16, '0') from roster_checksum) as checksum`.execute(db);
  return rows[0]!;
}

/** More than any cloud numbers between its backup and its restore. */
const gapLength = 1_000_000;

/**
 * Leaves a gap in the numbers if an agent has one that this database never gave out: the cloud was restored. Every agent with a number in
 * the gap starts over, also one that was offline until the numbers would have passed its own.
 */
export async function passNumbersOfFormerCloud(tx: Tx, number: number): Promise<void> {
  if (number <= (await highest(tx))) return;
  await lockNumbers(tx);
  const after = await highest(tx);
  if (number <= after) return;
  await tx
    .insertInto('roster_gap')
    .values({ after, before: number + gapLength })
    .execute();
}

/** Whether the number is that of a cloud before a restore. */
export async function isOfFormerCloud(db: Db, number: number): Promise<boolean> {
  const gap = db.selectFrom('roster_gap').select('after').where('after', '<', number).where('before', '>', number);
  return (await gap.executeTakeFirst()) !== undefined;
}

const same = (row: RosterEntryRow, next: CodeMembership): boolean =>
  !row.removed &&
  row.customer === next.customer &&
  row.name === next.name &&
  row.subscription === next.subscription &&
  row.schedule === next.schedule &&
  row.plan_name === next.plan_name &&
  row.product_class === next.product_class &&
  row.status === next.status &&
  row.period_end?.getTime() === next.period_end?.getTime() &&
  row.good_until?.getTime() === next.good_until?.getTime() &&
  row.price_increase === next.price_increase &&
  row.groups.join('\n') === next.groups.join('\n');

export type RosterEntryRow = Selectable<RosterEntryTable>;

/**
 * Updates these codes of the roster to `wanted`; a code without a customer is marked removed. Only changed rows get a new number. Call
 * `lockNumbers` first.
 * @returns the roster's highest number if something changed, null otherwise
 */
export async function updateRoster(tx: Tx, codes: readonly string[], wanted: ReadonlyMap<string, CodeMembership>): Promise<number | null> {
  if (codes.length === 0) return null;
  const present = await tx.selectFrom('roster_entry').selectAll().where('code', 'in', codes).execute();
  const byCode = new Map(present.map((row) => [row.code, row]));
  let seq = await highest(tx);
  const changed = codes.flatMap((code) => {
    const row = byCode.get(code);
    const next = wanted.get(code);
    if (next && row && same(row, next)) return [];
    if (next) return [{ ...next, removed: false, seq: (seq += 1) }];
    return row && !row.removed ? [{ ...row, removed: true, seq: (seq += 1) }] : [];
  });
  if (changed.length === 0) return null;
  await tx
    .deleteFrom('roster_entry')
    .where(
      'code',
      'in',
      changed.map((row) => row.code),
    )
    .execute();
  await tx.insertInto('roster_entry').values(changed).execute();
  await sql`select pg_notify(${rosterChannel}, ${String(seq)})`.execute(tx);
  return seq;
}

/** Returns the customers that lose one of these codes by `wanted`, with the customer who gets it. */
export async function customersOfMovedCodes(
  tx: Tx,
  codes: readonly string[],
  wanted: ReadonlyMap<string, CodeMembership>,
): Promise<string[]> {
  if (codes.length === 0) return [];
  const meant = await tx
    .selectFrom('roster_entry')
    .select(['code', 'customer'])
    .where('code', 'in', codes)
    .where('removed', '=', false)
    .execute();
  return meant.flatMap(({ code, customer }) => {
    const next = wanted.get(code)?.customer;
    return next === undefined || next === customer ? [] : [customer, next];
  });
}

/** Returns entries after `since` by number, at most `most`. A reader who starts at 0 needs no removed ones. */
export async function rosterAfter(db: Db, since: number, most: number): Promise<RosterEntryRow[]> {
  const query = db.selectFrom('roster_entry').selectAll().where('seq', '>', since).orderBy('seq').limit(most);
  return (since === 0 ? query.where('removed', '=', false) : query).execute();
}

export const rosterNumber = highest;
