import type { PersonalTables } from '../../../db/personal-data.ts';
import type { Tx } from '../../../db/pool.ts';
import type { BigInteger } from '../../../db/tables/columns.ts';

interface SiteJournalTable {
  site: number;
  journal: string;
  last_seq: BigInteger;
}

declare module '../../../db/schema.ts' {
  interface Database {
    site_journal: SiteJournalTable;
  }
}

export const personalData = {
  site_journal: {
    plain: ['site', 'journal', 'last_seq'],
  },
} satisfies PersonalTables;

/** Returns the number up to which this journal is committed, and locks the row until the transaction ends. */
export async function lockJournal(tx: Tx, site: number, journal: string): Promise<number> {
  await tx
    .insertInto('site_journal')
    .values({ site, journal, last_seq: 0 })
    .onConflict((conflict) => conflict.columns(['site', 'journal']).doNothing())
    .execute();
  const row = await tx
    .selectFrom('site_journal')
    .select('last_seq')
    .where('site', '=', site)
    .where('journal', '=', journal)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return row.last_seq;
}

export async function advanceJournal(tx: Tx, site: number, journal: string, seq: number): Promise<void> {
  await tx.updateTable('site_journal').set({ last_seq: seq }).where('site', '=', site).where('journal', '=', journal).execute();
}
