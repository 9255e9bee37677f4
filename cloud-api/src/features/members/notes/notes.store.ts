import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';

export interface NoteRow {
  id: string;
  note: string;
  customer: string;
  attention: boolean;
  created: Date;
  agent: string;
}

const columns = ['id', 'note', 'customer', 'attention', 'created', 'agent'] as const;

const newestFirst = (db: Db | Tx, customer: string) =>
  db.selectFrom('note').select(columns).where('customer', '=', customer).orderBy('created', 'desc').orderBy('id', 'desc');

/** @param page starting at 1 */
export function notesOf(db: Db, customer: string, page: number, size: number): Promise<NoteRow[]> {
  return newestFirst(db, customer)
    .limit(size)
    .offset((page - 1) * size)
    .execute();
}

export async function countNotes(db: Db, customer: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from note where customer = ${customer}`.execute(db);
  return rows[0]!.count;
}

export const alertsOf = (db: Db, customer: string): Promise<NoteRow[]> => newestFirst(db, customer).where('attention', '=', true).execute();

export async function hasNoteOf(db: Db, operation: string): Promise<boolean> {
  return (await db.selectFrom('note').select('id').where('operation', '=', operation).limit(1).executeTakeFirst()) !== undefined;
}

/** Returns the note, locked until the transaction ends. */
export const lockedNote = (tx: Tx, id: string): Promise<NoteRow | undefined> =>
  tx.selectFrom('note').select(columns).where('id', '=', id).forUpdate().executeTakeFirst();

export async function setAttention(tx: Tx, id: string, attention: boolean): Promise<void> {
  await tx.updateTable('note').set({ attention }).where('id', '=', id).execute();
}

export async function removeNote(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('note').where('id', '=', id).execute();
}
