import type { MemberLanguage } from '@washdesk/rules/text/languages';
import type { PersonalTables } from '../../../db/personal-data.ts';
import type { Db, Tx } from '../../../db/pool.ts';

/** A member's request to be erased, for SupportCenter to decide. */
interface ErasureRequestTable {
  id: string;
  customer: string;
  /** The language of the answer. */
  lang: string;
  requested: Date;
  state: 'open' | 'done' | 'declined';
  decided: Date | null;
  decided_by: string | null;
}

declare module '../../../db/schema.ts' {
  interface Database {
    erasure_request: ErasureRequestTable;
  }
}

export const personalData = {
  erasure_request: {
    plain: ['id', 'customer', 'lang', 'requested', 'state', 'decided', 'decided_by'],
    customer: 'customer',
    erase: 'rows',
  },
} satisfies PersonalTables;

export const latestRequest = (db: Db | Tx, customer: string) =>
  db.selectFrom('erasure_request').selectAll().where('customer', '=', customer).orderBy('requested', 'desc').limit(1).executeTakeFirst();

/** @returns false if the customer has an open request */
export async function addRequest(
  tx: Tx,
  { id, customer, lang, requested }: { id: string; customer: string; lang: MemberLanguage; requested: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('erasure_request')
    .values({ id, customer, lang, requested, state: 'open' })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Ends the open request. @returns its language; null if there is none */
export async function decideRequest(
  tx: Tx,
  customer: string,
  { state, decided, by }: { state: 'done' | 'declined'; decided: Date; by: string },
): Promise<MemberLanguage | null> {
  const row = await tx
    .updateTable('erasure_request')
    .set({ state, decided, decided_by: by })
    .where('customer', '=', customer)
    .where('state', '=', 'open')
    .returning('lang')
    .executeTakeFirst();
  if (!row) return null;
  return row.lang === 'es' ? 'es' : 'en';
}
