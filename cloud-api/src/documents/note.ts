import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../db/pool.ts';

interface NewNote {
  customer: string;
  note: string;
  /** It pops up when the customer is opened. */
  attention?: boolean;
  /** Who wrote it, by name. */
  agent: string;
  /** The operation that leaves it; null where a person wrote it. */
  operation: string | null;
  at: Date;
}

/** A note on a customer; one that an operation leaves belongs into the operation's own transaction (docs/rules/members.md#notes). */
export async function writeNote(tx: Tx, { customer, note, attention = false, agent, operation, at }: NewNote): Promise<void> {
  await tx.insertInto('note').values({ id: uuidv7(), customer, note, attention, agent, operation, created: at }).execute();
}
