import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Pool } from '@washdesk/cloud-api/db/pool';
import { applySnapshots } from '@washdesk/cloud-api/mirror/apply-snapshots';
import { rosterNumber } from '@washdesk/cloud-api/mirror/projection/roster.store';
import { nextRead } from '@washdesk/cloud-api/mirror/snapshots/mirror.store';
import { snapshot } from '@washdesk/cloud-api/mirror/snapshots/snapshot';
import { defaultContext } from '@washdesk/cloud-api/testing/default-settings';
import type { Workbench } from '@washdesk/workbench/workbench';

/**
 * Changes a member's plate in the mirror.
 * @returns the roster's number after the commit
 */
export async function changePlate({ db }: Pool, customer: string, plate: string): Promise<number> {
  const readSeq = await nextRead(db);
  const { object } = await db.selectFrom('mirror_customer').select('object').where('id', '=', customer).executeTakeFirstOrThrow();
  const changed = { ...object, metadata: { ...object.metadata, CustomerCode: plate } };
  return db.transaction().execute(async (tx) => {
    const before = await rosterNumber(tx);
    await applySnapshots(tx, [snapshot('customer', changed, readSeq)], defaultContext(new Date()));
    const after = await rosterNumber(tx);
    if (after === before) throw new Error(`The new plate of ${customer} did not change the roster`);
    return after;
  });
}

/** Returns the customer of a code on the lane's own disk; its agent must not run. Null for an unknown code. */
export function customerOnDisk(workbench: Workbench, site: number, code: string): string | null {
  const roster = new DatabaseSync(path.join(workbench.folder, `agent-${site}`, 'journal', 'roster.db'));
  try {
    // the agent fills one of two copies with a snapshot and then switches to it
    const table = roster.prepare(`SELECT value FROM meta WHERE key = 'current'`).get()?.['value'] ?? 'first';
    const found = roster.prepare(`SELECT entry FROM ${String(table)} WHERE code = ?`).get(code);
    return found ? (JSON.parse(String(found['entry'])) as { customer: string }).customer : null;
  } finally {
    roster.close();
  }
}
