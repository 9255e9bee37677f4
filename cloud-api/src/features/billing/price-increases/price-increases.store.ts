import { sql } from 'kysely';
import type { IncreaseState } from '@washdesk/contracts/billing/plans/price-increase';
import type { PageCursor } from '../../../common/page-cursor.ts';
import type { Db, Tx } from '../../../db/pool.ts';

export interface IncreaseRow {
  id: string;
  name: string;
  created: Date;
  createdBy: string;
  asked: string;
  choice: object;
  /** The 1st on which the new prices begin, as a calendar date. */
  effective: string;
  state: IncreaseState;
  chosen: { place: number; behind: string };
  members: number;
  runBy: object | null;
  undoneBy: object | null;
  /** When its last dry run ended. */
  checked: Date | null;
}

const columns = sql`i.id, i.name, i.created, i.created_by as "createdBy", i.asked, i.choice, i.effective::text as effective, i.state, i.chosen,
  i.members, i.run_by as "runBy", i.undone_by as "undoneBy", i.checked`;

export interface NewIncrease {
  id: string;
  name: string;
  created: Date;
  createdBy: string;
  asked: string;
  choice: object;
  effective: string;
}

/** @returns false if the same request already made it */
export async function insertIncrease(tx: Tx, { createdBy, choice, ...row }: NewIncrease): Promise<boolean> {
  const written = await tx
    .insertInto('price_increase')
    .values({ ...row, created_by: createdBy, choice: JSON.stringify(choice), state: 'choosing' })
    .onConflict((conflict) => conflict.column('asked').doNothing())
    .returning('id')
    .executeTakeFirst();
  return written !== undefined;
}

export async function increaseAsked(db: Db, asked: string): Promise<IncreaseRow | null> {
  const { rows } = await sql<IncreaseRow>`select ${columns} from price_increase i where i.asked = ${asked}`.execute(db);
  return rows[0] ?? null;
}

export async function increaseById(db: Db, id: string): Promise<IncreaseRow | null> {
  const { rows } = await sql<IncreaseRow>`select ${columns} from price_increase i where i.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Newest first. */
export async function increasesBehind(db: Db, behind: PageCursor | null, most: number): Promise<IncreaseRow[]> {
  const after = behind ? sql`and (i.created, i.id) < (${behind.created}, ${behind.id}::uuid)` : sql``;
  const { rows } = await sql<IncreaseRow>`
    select ${columns} from price_increase i where i.state <> 'discarded' ${after} order by i.created desc, i.id desc limit ${most}`.execute(
    db,
  );
  return rows;
}

/** Changes the state if the current one allows it. @param by who runs or undoes it; the first value is kept */
export async function moveTo(
  db: Db | Tx,
  id: string,
  {
    from,
    to,
    runBy = null,
    undoneBy = null,
    checked = null,
  }: { from: readonly IncreaseState[]; to: IncreaseState; runBy?: object | null; undoneBy?: object | null; checked?: Date | null },
): Promise<IncreaseRow | null> {
  const { rows } = await sql<IncreaseRow>`
    update price_increase i set state = ${to}, run_by = coalesce(i.run_by, ${runBy && JSON.stringify(runBy)}::jsonb),
      undone_by = coalesce(i.undone_by, ${undoneBy && JSON.stringify(undoneBy)}::jsonb), checked = coalesce(${checked}::timestamptz, i.checked)
    where i.id = ${id} and i.state = any(${[...from]}::text[]) returning ${columns}`.execute(db);
  return rows[0] ?? null;
}

export async function increasesAtWork(db: Db): Promise<IncreaseRow[]> {
  const { rows } = await sql<IncreaseRow>`
    select ${columns} from price_increase i where i.state in ('checking', 'running', 'undoing') order by i.created`.execute(db);
  return rows;
}

/** Locks an increase whose members are being chosen; null if there is none or another process has it. */
export async function lockChoosing(tx: Tx): Promise<IncreaseRow | null> {
  const { rows } = await sql<IncreaseRow>`
    select ${columns} from price_increase i where i.state = 'choosing' order by i.created limit 1 for update skip locked`.execute(tx);
  return rows[0] ?? null;
}

/** Sets the progress of choosing members; null: all are chosen. */
export async function setChosen(tx: Tx, id: string, chosen: IncreaseRow['chosen'] | null, added: number): Promise<void> {
  await sql`update price_increase set members = members + ${added}, state = ${chosen ? 'choosing' : 'draft'},
    chosen = coalesce(${chosen && JSON.stringify(chosen)}::jsonb, chosen) where id = ${id}`.execute(tx);
}
