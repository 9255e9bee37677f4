import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../../../db/pool.ts';
import type { ApprovalTable } from '../../../../db/tables/people.ts';

/** The columns of a staff row that sign-in needs. */
export interface StaffRecord {
  number: number;
  name: string;
  roles: number;
  active: boolean;
  /** Other confirmed names of the person in Sitewatch. */
  otherNames: string[];
  passwordHash: string | null;
  pinHash: string | null;
  /** Who set the secret for this person; null for their own. */
  passwordSetBy: string | null;
  pinSetBy: string | null;
}

export interface ServiceAccountRecord {
  clientId: string;
  name: string;
  secretHash: string;
  roles: number;
  site: number | null;
  expires: Date | null;
  addresses: string[];
}

const staff = (db: Db) =>
  db
    .selectFrom('staff')
    .select([
      'employee_number as number',
      'name',
      'roles',
      'active',
      'other_names as otherNames',
      'password_hash as passwordHash',
      'pin_hash as pinHash',
      'password_set_by as passwordSetBy',
      'pin_set_by as pinSetBy',
    ]);

export async function staffByNumber(db: Db, number: number): Promise<StaffRecord | null> {
  return (await staff(db).where('employee_number', '=', number).executeTakeFirst()) ?? null;
}

/** Matches case-insensitively, like the unique index. */
export async function staffByUsername(db: Db, username: string): Promise<StaffRecord | null> {
  const lower = username.toLowerCase();
  return (
    (await staff(db)
      .where((on) => on(on.fn('lower', ['username']), '=', lower))
      .executeTakeFirst()) ?? null
  );
}

export async function serviceAccount(db: Db, clientId: string): Promise<ServiceAccountRecord | null> {
  const row = await db
    .selectFrom('service_account')
    .select(['client_id as clientId', 'name', 'secret_hash as secretHash', 'roles', 'site', 'expires', 'addresses'])
    .where('client_id', '=', clientId)
    .where('revoked', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

export type ApprovalRow = Selectable<ApprovalTable>;

export async function insertApproval(tx: Tx, approval: Omit<ApprovalRow, 'used'>): Promise<void> {
  await tx.insertInto('approval').values(approval).execute();
}

export async function approvalByToken(db: Db, tokenHash: Buffer): Promise<ApprovalRow | null> {
  return (await db.selectFrom('approval').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst()) ?? null;
}

/** Stores the time of the account's first use. */
export async function markUsed(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('approval').set({ used: at }).where('id', '=', id).where('used', 'is', null).execute();
}
