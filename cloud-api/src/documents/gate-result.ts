import type { Db, Tx } from '../db/pool.ts';

/** Stores the agent's answer; one that says that a copy of the command missed never replaces one that says that another copy did. */
export async function storeGateResult(db: Db, id: string, result: string, detail: string | null, at: Date): Promise<void> {
  const update = db.updateTable('gate_command').set({ result, detail, answered: at }).where('id', '=', id);
  await (result === 'expired' ? update.where('result', 'is', null) : update).execute();
}

/** Stores the result that an event of the command's own site reports, where the answer was lost. */
export async function storeReportedGateResult(
  tx: Tx,
  { id, site, result, detail, at }: { id: string; site: number; result: string; detail: string | null; at: Date },
): Promise<void> {
  await tx.updateTable('gate_command').set({ result, detail, answered: at }).where('id', '=', id).where('site', '=', site).execute();
}
