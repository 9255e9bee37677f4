import { sql } from 'kysely';
import { Role } from '@washdesk/rules/company/roles';
import type { Db, Tx } from '../../../db/pool.ts';

export interface StaffMember {
  number: number;
  name: string;
  /** Role bit flags. */
  roles: number;
  username: string | null;
  active: boolean;
  hasPassword: boolean;
  hasPin: boolean;
}

/** A new staff row. The user sets the PIN later. */
export interface StaffRow {
  name: string;
  roles: number;
  username: string | null;
  password_hash: string | null;
}

/** The changeable columns of a row; omitted ones stay. */
export interface StaffChange {
  name?: string;
  roles?: number;
  username?: string | null;
  password_hash?: string | null;
  pin_hash?: string | null;
  password_set_by?: string | null;
  pin_set_by?: string | null;
  active?: boolean;
  other_names?: string[];
  seen_in_sitewatch?: boolean;
}

const members = (db: Db | Tx) =>
  db
    .selectFrom('staff')
    .select((on) => [
      'employee_number as number',
      'name',
      'roles',
      'username',
      'active',
      sql<boolean>`${on.ref('password_hash')} is not null`.as('hasPassword'),
      sql<boolean>`${on.ref('pin_hash')} is not null`.as('hasPin'),
    ]);

export async function allStaff(db: Db): Promise<StaffMember[]> {
  return members(db).orderBy('employee_number').execute();
}

/** Reads the row and locks it against concurrent changes. */
export async function lockStaff(tx: Tx, number: number): Promise<StaffMember | null> {
  return (await members(tx).where('employee_number', '=', number).forUpdate().executeTakeFirst()) ?? null;
}

/** Whether another user has this username (case-insensitive). */
export async function usernameTaken(tx: Tx, username: string, number: number): Promise<boolean> {
  const row = await tx
    .selectFrom('staff')
    .select('employee_number')
    .where((on) => on(on.fn('lower', ['username']), '=', username.toLowerCase()))
    .where('employee_number', '!=', number)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether another user is an Admin who may sign in; locks the rows, so that concurrent changes cannot remove the last two. */
export async function hasOtherAdmin(tx: Tx, number: number): Promise<boolean> {
  const admins = await tx
    .selectFrom('staff')
    .select('employee_number')
    .where('active', '=', true)
    .where(sql<boolean>`roles & ${sql.lit(Role.Admin)} <> 0`)
    .orderBy('employee_number')
    .forUpdate()
    .execute();
  return admins.some((admin) => admin.employee_number !== number);
}

/** @returns false if the number is taken, even since a moment ago */
export async function insertStaff(tx: Tx, number: number, row: StaffRow, at: Date): Promise<boolean> {
  const inserted = await tx
    .insertInto('staff')
    .values({ ...row, employee_number: number, pin_hash: null, created: at, changed: at })
    .onConflict((conflict) => conflict.column('employee_number').doNothing())
    .returning('employee_number')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function updateStaff(tx: Tx, number: number, change: StaffChange, at: Date): Promise<void> {
  await tx
    .updateTable('staff')
    .set({ ...change, changed: at })
    .where('employee_number', '=', number)
    .execute();
}
