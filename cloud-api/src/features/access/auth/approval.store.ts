import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';
import type { ApprovalTable } from '../../../db/tables/people.ts';

export type ApprovalRow = Selectable<ApprovalTable>;

export async function insertApproval(tx: Tx, approval: Omit<ApprovalRow, 'used'>): Promise<void> {
  await tx.insertInto('approval').values(approval).execute();
}

export async function approvalByToken(db: Db, tokenHash: Buffer): Promise<ApprovalRow | null> {
  return (await db.selectFrom('approval').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()) ?? null;
}

/** The first use is the one that is remembered. */
export async function markUsed(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('approval').set({ used: at }).where('id', '=', id).where('used', 'is', null).execute();
}
