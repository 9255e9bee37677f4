import type { PersonalTables } from '../../../db/personal-data.ts';
import type { Db, Tx } from '../../../db/pool.ts';

interface AgentEnrollmentTable {
  id: string;
  site: number;
  code_hash: Buffer;
  created: Date;
  created_by: string;
  expires: Date;
  used: Date | null;
}

declare module '../../../db/schema.ts' {
  interface Database {
    agent_enrollment: AgentEnrollmentTable;
  }
}

export const personalData = {
  agent_enrollment: { plain: ['id', 'site', 'code_hash', 'created', 'created_by', 'expires', 'used'] },
} satisfies PersonalTables;

export interface Enrollment {
  id: string;
  site: number;
  expires: Date;
  used: Date | null;
}

/** Locks the site, so that its codes and certificates change one at a time. @returns null for an unknown site */
export async function lockSite(tx: Tx, site: number): Promise<{ name: string; timeZone: string } | null> {
  const row = await tx
    .selectFrom('site')
    .select(['name', 'time_zone as timeZone'])
    .where('number', '=', site)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Replaces the open code of the site. */
export async function insertEnrollment(
  tx: Tx,
  { codeHash, createdBy, ...same }: { id: string; site: number; codeHash: Buffer; created: Date; createdBy: string; expires: Date },
): Promise<void> {
  await deleteOpenEnrollments(tx, same.site);
  await tx
    .insertInto('agent_enrollment')
    .values({ ...same, code_hash: codeHash, created_by: createdBy, used: null })
    .execute();
}

/** @returns whether there was one */
export async function deleteOpenEnrollments(tx: Tx, site: number): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('agent_enrollment').where('site', '=', site).where('used', 'is', null).executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function enrollmentSite(db: Db, codeHash: Buffer): Promise<number | null> {
  const row = await db.selectFrom('agent_enrollment').select('site').where('code_hash', '=', codeHash).executeTakeFirst();
  return row?.site ?? null;
}

export async function enrollmentByCode(tx: Tx, codeHash: Buffer): Promise<Enrollment | null> {
  const row = await tx
    .selectFrom('agent_enrollment')
    .select(['id', 'site', 'expires', 'used'])
    .where('code_hash', '=', codeHash)
    .executeTakeFirst();
  return row ?? null;
}

export async function useEnrollment(tx: Tx, id: string, at: Date): Promise<void> {
  await tx.updateTable('agent_enrollment').set({ used: at }).where('id', '=', id).execute();
}
