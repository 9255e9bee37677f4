import type { ColumnType } from 'kysely';
import type { PersonalTables } from '../../../db/personal-data.ts';
import type { Db, Tx } from '../../../db/pool.ts';

interface RevocationListTable {
  id: ColumnType<number, 1, never>;
  number: ColumnType<string, string, string>;
  pem: string;
  issued: Date;
  /** When a broker last fetched it. */
  fetched: Date | null;
}

declare module '../../../db/schema.ts' {
  interface Database {
    revocation_list: RevocationListTable;
  }
}

export const personalData = {
  revocation_list: { plain: ['id', 'number', 'pem', 'issued', 'fetched'] },
} satisfies PersonalTables;

export async function storedList(db: Db): Promise<{ pem: string; issued: Date; fetched: Date | null } | null> {
  return (await db.selectFrom('revocation_list').select(['pem', 'issued', 'fetched']).executeTakeFirst()) ?? null;
}

/** Waits for other writers of the list. @returns a number above all earlier ones: the time in milliseconds, or the next one */
export async function nextNumber(tx: Tx, at: Date): Promise<bigint> {
  const first = { id: 1, number: '0', pem: '', issued: new Date(0), fetched: null } as const;
  await tx
    .insertInto('revocation_list')
    .values(first)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { number } = await tx.selectFrom('revocation_list').select('number').forUpdate().executeTakeFirstOrThrow();
  const [next, time] = [BigInt(number) + 1n, BigInt(at.getTime())];
  return next > time ? next : time;
}

export async function saveList(tx: Tx, { number, ...list }: { number: bigint; pem: string; issued: Date }): Promise<void> {
  await tx
    .updateTable('revocation_list')
    .set({ ...list, number: String(number) })
    .execute();
}

/** Written at most once per hour. */
export async function markFetched(db: Db, at: Date, before: Date): Promise<void> {
  await db
    .updateTable('revocation_list')
    .set({ fetched: at })
    .where((on) => on.or([on('fetched', 'is', null), on('fetched', '<', before)]))
    .execute();
}
