import { writeAudit } from '../../../audit/audit.ts';
import type { Tx } from '../../../db/pool.ts';

export interface LocalOpening {
  id: string;
  site: number;
  gate: string;
  /** The role of the PIN. */
  role: string;
  /** Who opened and why, as a sentence. */
  reason: string | null;
  result: string;
  detail: string | null;
  at: Date;
}

/** Stores an opening at a site's local page, which the cloud learns of only when its result arrives, with its audit row; once. */
export async function storeLocalOpening(tx: Tx, { id, site, gate, role, reason, result, detail, at }: LocalOpening): Promise<void> {
  const principal = `local-page:${role}`;
  const stored = await tx
    .insertInto('gate_command')
    .values({ id, site, gate, principal, employee: null, reason, asked: at, result, detail, answered: at })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!stored) return;
  const by = { actor: principal, site, device: null, requestId: `site-event:${id}` };
  await writeAudit(tx, { ...by, action: 'gate.open', subject: `gate:${site}/${gate}`, why: reason, after: { result }, at });
}
