import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../../../db/pool.ts';
import type { OneTimeCodeTable } from '../../../../db/tables/people.ts';

type StoredCode = Selectable<OneTimeCodeTable>;

export async function codeOf(db: Db, employee: number): Promise<StoredCode | null> {
  return (await db.selectFrom('one_time_code').selectAll().where('employee_number', '=', employee).executeTakeFirst()) ?? null;
}

/**
 * Stores a secret to be confirmed, replacing another unconfirmed one.
 * @returns whether there is no confirmed one
 */
export async function storeUnconfirmed(db: Db, employee: number, secret: Buffer, at: Date): Promise<boolean> {
  const row = await db
    .insertInto('one_time_code')
    .values({ employee_number: employee, secret, created: at, confirmed: null, last_step: null })
    .onConflict((known) =>
      known.column('employee_number').doUpdateSet({ secret, created: at }).where('one_time_code.confirmed', 'is', null),
    )
    .returning('employee_number')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Confirms exactly this secret, once.
 * @returns whether this call confirmed it
 */
export async function confirm(tx: Tx, { employee_number, secret }: StoredCode, step: number, at: Date): Promise<boolean> {
  const row = await tx
    .updateTable('one_time_code')
    .set({ confirmed: at, last_step: step })
    .where('employee_number', '=', employee_number)
    .where('secret', '=', secret)
    .where('confirmed', 'is', null)
    .returning('employee_number')
    .executeTakeFirst();
  return row !== undefined;
}

/** Uses a step, in increasing order and once each, also under concurrent calls. @returns whether this call used it */
export async function useStep(db: Db, employee: number, step: number): Promise<boolean> {
  const row = await db
    .updateTable('one_time_code')
    .set({ last_step: step })
    .where('employee_number', '=', employee)
    .where('confirmed', 'is not', null)
    .where((on) => on.or([on('last_step', 'is', null), on('last_step', '<', step)]))
    .returning('employee_number')
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertRecoveryCodes(tx: Tx, employee: number, hashes: readonly Buffer[]): Promise<void> {
  await tx
    .insertInto('recovery_code')
    .values(hashes.map((hash) => ({ employee_number: employee, hash, used: null })))
    .execute();
}

/** @returns how many are left; null for an unknown or used code */
export async function useRecoveryCode(tx: Tx, employee: number, hash: Buffer, at: Date): Promise<number | null> {
  const used = await tx
    .updateTable('recovery_code')
    .set({ used: at })
    .where('employee_number', '=', employee)
    .where('hash', '=', hash)
    .where('used', 'is', null)
    .returning('hash')
    .executeTakeFirst();
  if (!used) return null;
  const left = await tx
    .selectFrom('recovery_code')
    .select('hash')
    .where('employee_number', '=', employee)
    .where('used', 'is', null)
    .execute();
  return left.length;
}

/** Also removes the recovery codes. @returns whether there was one */
export async function removeCode(tx: Tx, employee: number): Promise<boolean> {
  const row = await tx.deleteFrom('one_time_code').where('employee_number', '=', employee).returning('employee_number').executeTakeFirst();
  return row !== undefined;
}

/** Whether the approver entered a code for another approval of the session since a time. */
export async function hasGivenCodeSince(db: Db, session: string, approver: number, since: Date): Promise<boolean> {
  const row = await db
    .selectFrom('approval')
    .select('id')
    .where('session', '=', session)
    .where('approver', '=', String(approver))
    .where('code_passed', '>', since)
    .executeTakeFirst();
  return row !== undefined;
}
