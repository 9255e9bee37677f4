import type { Selectable } from 'kysely';
import { isAbout, type PersonalTables } from '../../../../db/personal-data.ts';
import type { Db, Tx } from '../../../../db/pool.ts';
import type { Json } from '../../../../db/tables/columns.ts';

interface DisputeEvidenceTable {
  id: string;
  dispute: string;
  /** The evidence texts, by Stripe's field names. */
  texts: Json<Record<string, string>>;
  pdf: Buffer;
  /** The PDF at the provider; null until uploaded. */
  file: string | null;
  created: Date;
  /** When the pack was stored with the dispute; null until then. */
  saved: Date | null;
  saved_by: string | null;
  submitted: Date | null;
  submitted_by: string | null;
}

declare module '../../../../db/schema.ts' {
  interface Database {
    dispute_evidence: DisputeEvidenceTable;
  }
}

export const personalData = {
  dispute_evidence: {
    plain: ['id', 'dispute', 'file', 'created', 'saved', 'saved_by', 'submitted', 'submitted_by'],
    personal: ['texts', 'pdf'],
    also: isAbout('dispute'),
    erase: 'rows',
  },
} satisfies PersonalTables;

export type StoredPack = Omit<Selectable<DisputeEvidenceTable>, 'pdf'>;

const shown = ['id', 'dispute', 'texts', 'file', 'created', 'saved', 'saved_by', 'submitted', 'submitted_by'] as const;

/** Returns the pack last stored with the dispute. */
export async function savedPack(db: Db, dispute: string): Promise<StoredPack | undefined> {
  return db
    .selectFrom('dispute_evidence')
    .select(shown)
    .where('dispute', '=', dispute)
    .where('saved', 'is not', null)
    .orderBy('saved', 'desc')
    .executeTakeFirst();
}

export async function packById(db: Db, id: string): Promise<(StoredPack & { pdf: Buffer }) | undefined> {
  return db.selectFrom('dispute_evidence').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function addPack(db: Db, pack: Pick<StoredPack, 'id' | 'dispute' | 'created' | 'texts'> & { pdf: Buffer }): Promise<void> {
  await db
    .insertInto('dispute_evidence')
    .values({ ...pack, texts: JSON.stringify(pack.texts) })
    .execute();
}

export async function noteUpload(db: Db, id: string, file: string): Promise<void> {
  await db.updateTable('dispute_evidence').set({ file }).where('id', '=', id).execute();
}

export async function noteSaved(tx: Tx, id: string, saved: Date, by: string): Promise<void> {
  await tx.updateTable('dispute_evidence').set({ saved, saved_by: by }).where('id', '=', id).execute();
}

export async function noteSubmitted(tx: Tx, id: string, submitted: Date, by: string): Promise<void> {
  await tx.updateTable('dispute_evidence').set({ submitted, submitted_by: by }).where('id', '=', id).execute();
}

/** Returns an employee's name by number (as text); null for a program. */
export async function employeeName(db: Db, number: string | null): Promise<string | null> {
  if (number === null || !/^\d{1,9}$/.test(number)) return null;
  const row = await db.selectFrom('staff').select('name').where('employee_number', '=', Number(number)).executeTakeFirst();
  return row?.name ?? null;
}
