import { v7 as uuidv7 } from 'uuid';
import type { Tx } from '../db/pool.ts';
import { storedReceiptFacts, type ReceiptFacts, type RecordedKind } from './receipt-facts.ts';

export interface NewReceipt<K extends RecordedKind> {
  kind: K;
  /** The id for which there is one such receipt: a second one of the same kind returns the first. */
  subject: string;
  /** Further ids of the provider by which it is found. */
  about?: readonly string[];
  customer: string | null;
  operation: string | null;
  /** Mapped Sitewatch number; null if it was not at a site. */
  site: number | null;
  terminal: string | null;
  employee: number | null;
  /** The name of the cashier. */
  agent: string | null;
  facts: ReceiptFacts[K];
  at: Date;
}

/**
 * Writes an operation's receipt in the operation's own transaction (docs/decisions/0003-jobs.md). Paper, page and text are generated from
 * it later.
 * @returns its id; the first one's id if it was written before
 */
export async function writeReceipt<K extends RecordedKind>(tx: Tx, { about = [], at, facts, ...receipt }: NewReceipt<K>): Promise<string> {
  const stored = JSON.stringify(storedReceiptFacts(receipt.kind, facts));
  const row = { id: uuidv7(), ...receipt, about: [...new Set([receipt.subject, ...about])], facts: stored, created: at };
  const written = await tx
    .insertInto('receipt')
    .values(row)
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (written) return written.id;
  const { kind, subject } = receipt;
  const first = await tx
    .selectFrom('receipt')
    .select('id')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .executeTakeFirstOrThrow();
  return first.id;
}
