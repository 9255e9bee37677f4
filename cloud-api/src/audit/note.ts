import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../db/pool.ts';

interface NewNote {
  customer: string;
  note: string;
  /** Who wrote it, by name. */
  agent: string;
  at: Date;
}

/** A note that an act leaves on its customer, in the act's own transaction (customer-detail section 3, "Note"). */
export async function writeNote(tx: Tx, { customer, note, agent, at }: NewNote): Promise<void> {
  await tx.insertInto('note').values({ id: uuidv7(), customer, note, attention: false, agent, created: at }).execute();
}
