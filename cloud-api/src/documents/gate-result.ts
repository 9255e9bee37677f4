import { sql } from 'kysely';
import type { Db, Tx } from '../db/pool.ts';

/** Results that do not say what another copy of the command did, each with the stored results that it may replace; '' for none. */
const lesser: Partial<Record<string, readonly string[]>> = { expired: [''], duplicate: ['', 'expired'] };

/** Stores the agent's reply. A reply that one copy of the command missed never replaces the reply that another copy succeeded. */
export async function storeGateResult(db: Db, id: string, result: string, detail: string | null, at: Date): Promise<void> {
  const update = db.updateTable('gate_command').set({ result, detail, answered: at }).where('id', '=', id);
  const replaced = lesser[result];
  await (replaced ? update.where(sql`coalesce(result, '')`, 'in', replaced) : update).execute();
}

/** Stores the result from an event of the command's own site if the reply was lost. */
export async function storeReportedGateResult(
  tx: Tx,
  { id, site, result, detail, at }: { id: string; site: number; result: string; detail: string | null; at: Date },
): Promise<void> {
  await tx.updateTable('gate_command').set({ result, detail, answered: at }).where('id', '=', id).where('site', '=', site).execute();
}
