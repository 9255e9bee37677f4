import { sql } from 'kysely';
import type { PageCursor } from '../../../common/page-cursor.ts';
import type { Db } from '../../../db/pool.ts';
import { receiptOfRow, type Receipt } from './receipt.ts';

/** Receipt records with their sites' names. */
const records = (db: Db) =>
  db
    .selectFrom('receipt')
    .leftJoin('site', 'site.number', 'receipt.site')
    .selectAll('receipt')
    .select(['site.name as siteName', 'site.time_zone as timeZone']);

export async function recordById(db: Db, id: string): Promise<Receipt | null> {
  const row = await records(db).where('receipt.id', '=', id).executeTakeFirst();
  return row ? receiptOfRow(row) : null;
}

/** Returns the id of the receipt, or of a wash's usage, between these two; null if there is none. */
export async function idBetween(db: Db, { from, to }: { from: string; to: string }): Promise<string | null> {
  for (const table of ['receipt', 'usage'] as const) {
    const row = await db.selectFrom(table).select('id').where('id', '>=', from).where('id', '<=', to).limit(1).executeTakeFirst();
    if (row) return row.id;
  }
  return null;
}

/** Returns the newest receipt record about this object of the provider. */
export async function receiptRecordBySubject(db: Db, id: string, kind: string | undefined): Promise<Receipt | null> {
  const row = await records(db)
    .where('receipt.about', '@>', sql<string[]>`array[${id}::text]`)
    .$if(kind !== undefined, (query) => query.where('receipt.kind', '=', kind!))
    .orderBy('receipt.created', 'desc')
    .orderBy('receipt.id', 'desc')
    .executeTakeFirst();
  return row ? receiptOfRow(row) : null;
}

/** Returns a page of receipt records, newest first, plus one row if there are more. */
export async function recordsOf(db: Db, customer: string, after: PageCursor | null, size: number): Promise<Receipt[]> {
  const rows = await records(db)
    .where('receipt.customer', '=', customer)
    .$if(after !== null, (query) => query.where(sql<boolean>`(receipt.created, receipt.id) < (${after!.created}, ${after!.id}::uuid)`))
    .orderBy('receipt.created', 'desc')
    .orderBy('receipt.id', 'desc')
    .limit(size + 1)
    .execute();
  return rows.map(receiptOfRow);
}

export async function countRecordsOf(db: Db, customer: string): Promise<number> {
  const row = await db
    .selectFrom('receipt')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('customer', '=', customer)
    .executeTakeFirstOrThrow();
  return row.count;
}

export async function siteNamed(db: Db, number: number | null): Promise<{ siteName: string | null; timeZone: string }> {
  const site =
    number === null ? undefined : await db.selectFrom('site').select(['name', 'time_zone']).where('number', '=', number).executeTakeFirst();
  return { siteName: site?.name ?? null, timeZone: site?.time_zone ?? 'UTC' };
}

export async function receiptSubject(db: Db, id: string): Promise<string | null> {
  const row = await db.selectFrom('receipt').select('subject').where('id', '=', id).executeTakeFirst();
  return row?.subject ?? null;
}

interface AskedFor {
  id: string;
  site: number;
  agreement: object;
  /** PNG; null until signed. */
  image: Buffer | null;
  typed_name: string | null;
}

/** Returns the agreement that a customer was asked to sign, as it was then. */
export async function agreementAskedFor(db: Db, signature: string): Promise<AskedFor | null> {
  const found = db.selectFrom('signature').select(['id', 'site', 'agreement', 'image', 'typed_name']).where('id', '=', signature);
  return (await found.executeTakeFirst()) ?? null;
}
