import { sql } from 'kysely';
import { writeAudit } from '../../../audit/audit.ts';
import type { Tx } from '../../../db/pool.ts';
import { unlessErased } from '../../../mirror/erased.store.ts';

export interface SiteOpening {
  id: string;
  site: number;
  gate: string;
  /** `local-page:<role>` or `lane:<number>`. */
  principal: string;
  /** Why it opened, as a sentence. */
  reason: string | null;
  /** The member for whom a lane opened; null if a person opened. */
  customer: string | null;
  asked: Date;
  /** Null if it is not known yet. */
  ended: { result: string; detail: string | null; at: Date } | null;
}

/**
 * Stores an opening that a site made by itself, at its local page or at a lane, with its audit row. The cloud receives a lane's opening with
 * the wash, and then its result.
 */
export async function storeSiteOpening(tx: Tx, { id, site, gate, principal, reason, customer, asked, ended }: SiteOpening): Promise<void> {
  const stored = await tx
    .insertInto('gate_command')
    .values({
      id,
      site,
      gate,
      principal,
      employee: null,
      reason,
      customer: customer === null ? null : sql`${unlessErased(customer)}`,
      asked,
      result: ended && ended.result,
      detail: ended && ended.detail,
      answered: ended && ended.at,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!stored) return ended ? storeResult(tx, id, site, ended) : undefined;
  const by = { actor: principal, site, device: null, requestId: `site-event:${id}` };
  const after = ended ? { result: ended.result } : undefined;
  await writeAudit(tx, { ...by, action: 'gate.open', subject: `gate:${site}/${gate}`, why: reason, after, at: asked });
}

/** The first result stays: a site executes an opening once. */
async function storeResult(tx: Tx, id: string, site: number, { result, detail, at }: NonNullable<SiteOpening['ended']>): Promise<void> {
  const command = tx.updateTable('gate_command').where('id', '=', id).where('site', '=', site);
  await command.where('result', 'is', null).set({ result, detail, answered: at }).execute();
}

/** Returns the principal and the reason of an opening of a lane by itself. */
export const byLane = (lane: number) => ({ principal: `lane:${lane}`, reason: `Lane ${lane} opened by itself` });
