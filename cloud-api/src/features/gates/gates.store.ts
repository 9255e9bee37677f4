import type { Db, Tx } from '../../db/pool.ts';

export interface GateCommand {
  id: string;
  site: number;
  gate: string;
  result: string | null;
  detail: string | null;
  answered: Date | null;
}

export function gateAt(db: Db, site: number, gate: string) {
  return db
    .selectFrom('site_device')
    .select(['id', 'name'])
    .where('site', '=', site)
    .where('id', '=', gate)
    .where('kind', '=', 'gate')
    .executeTakeFirst();
}

/** @returns false when this id is there already */
export async function insertGateCommand(
  tx: Tx,
  command: { id: string; site: number; gate: string; principal: string; employee: number | null; reason: string | null; asked: Date },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('gate_command')
    .values(command)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export function gateCommand(db: Db, id: string): Promise<GateCommand | undefined> {
  return db
    .selectFrom('gate_command')
    .select(['id', 'site', 'gate', 'result', 'detail', 'answered'])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function storeGateResult(db: Db, id: string, result: string, detail: string | null, at: Date): Promise<void> {
  await db.updateTable('gate_command').set({ result, detail, answered: at }).where('id', '=', id).execute();
}
