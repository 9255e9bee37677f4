import { sql } from 'kysely';
import type { Db, Tx } from '../../../../db/pool.ts';

/** The tables that count wrong attempts. */
export type CountTable = 'pin_attempt' | 'code_attempt';

export const hourMs = 3_600_000;

/** Counts in one statement, so that concurrent attempts cannot bypass the limit. */
export async function countAttempt(
  db: Db,
  table: CountTable,
  employee: number,
  place: string,
  now: Date,
): Promise<{ since: Date; attempts: number }> {
  const hasEnded = sql<boolean>`${sql.ref(`${table}.since`)} <= ${new Date(now.getTime() - hourMs)}`;
  return db
    .insertInto(table)
    .values({ employee_number: employee, device: place, since: now, attempts: 1 })
    .onConflict((known) =>
      known.columns(['employee_number', 'device']).doUpdateSet({
        since: sql`case when ${hasEnded} then ${now} else ${sql.ref(`${table}.since`)} end`,
        attempts: sql`case when ${hasEnded} then 1 else ${sql.ref(`${table}.attempts`)} + 1 end`,
      }),
    )
    .returning(['since', 'attempts'])
    .executeTakeFirstOrThrow();
}

export async function forgiveAttempt(db: Db, table: CountTable, employee: number, place: string): Promise<void> {
  await db
    .updateTable(table)
    .set({ attempts: sql`greatest(attempts - 1, 0)` })
    .where('employee_number', '=', employee)
    .where('device', '=', place)
    .execute();
}

/** @returns the number of places with at least `most` */
export async function removeAttempts(tx: Tx, table: CountTable, employee: number, most: number): Promise<number> {
  const counts = await tx.deleteFrom(table).where('employee_number', '=', employee).returning('attempts').execute();
  return counts.filter(({ attempts }) => attempts >= most).length;
}
