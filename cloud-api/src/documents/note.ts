import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../db/pool.ts';

interface NewNote {
  /** Writing the same id again changes nothing. */
  id?: string;
  customer: string;
  note: string;
  /** Whether the note pops up when the customer is opened. */
  attention?: boolean;
  /** The name of the author. */
  agent: string;
  /** The operation that writes it; null if a person does. */
  operation: string | null;
  at: Date;
}

/** Writes a note on a customer; an operation's note belongs in the operation's own transaction (docs/rules/members.md#notes). */
export async function writeNote(
  tx: Tx,
  { id = uuidv7(), customer, note, attention = false, agent, operation, at }: NewNote,
): Promise<void> {
  const row = { id, customer, note, attention, agent, operation, created: at };
  await tx
    .insertInto('note')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}
