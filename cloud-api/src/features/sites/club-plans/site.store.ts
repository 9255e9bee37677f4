import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';

/** @throws Error for an unknown site */
export async function siteName(db: Db, site: number): Promise<string> {
  return (await db.selectFrom('site').select('name').where('number', '=', site).executeTakeFirstOrThrow()).name;
}

/** Locks a site's club plan until the transaction ends. */
export async function lockClubPlan(tx: Tx, site: number, objid: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`club-plan:${site}:${objid}`}, 0))`.execute(tx);
}
