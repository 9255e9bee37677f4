import { sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import type { Db } from './pool.ts';

/** Write-once tables: the application can neither change nor delete their rows. */
const appendOnly = ['audit', 'audit_seal'];

/** A PostgreSQL role as a connection string names it. */
export interface ApplicationRole {
  user: string;
  password: string;
}

/** Returns the role that a `postgres://` address signs in as. */
export function roleOf(url: string): ApplicationRole {
  const { username, password } = new URL(url);
  return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
}

/**
 * Grants the application's role what it needs in every table and no more: it owns nothing, and can only read and add audit rows. Creates
 * the role if it is missing. Call it as the owner of the tables, after each migration.
 * @throws Error if the role is missing and the owner may not create roles
 */
export async function grantApplication(db: Db, { user, password }: ApplicationRole): Promise<void> {
  const role = sql.id(user);
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('washdesk application role'))`.execute(tx);
    const { rows } = await sql`select from pg_roles where rolname = ${user}`.execute(tx);
    if (rows.length === 0) await sql`create role ${role} login password ${sql.raw(pg.escapeLiteral(password))}`.execute(tx);
    await sql`grant usage on schema public to ${role}`.execute(tx);
    await sql`grant select, insert, update, delete on all tables in schema public to ${role}`.execute(tx);
    await sql`grant usage, select on all sequences in schema public to ${role}`.execute(tx);
    for (const table of appendOnly) await sql`revoke update, delete on ${sql.table(table)} from ${role}`.execute(tx);
    // personal values beside the audit can be erased, not changed
    await sql`revoke update on audit_personal from ${role}`.execute(tx);
    await sql`revoke all on kysely_migration, kysely_migration_lock from ${role}`.execute(tx);
    // readiness compares them with the migrations of the release
    await sql`grant select on kysely_migration to ${role}`.execute(tx);
  });
}

/** Logs a warning if the signed-in role can change audit rows: it then owns the tables or has too many rights. */
export async function warnOfChangeableAudit(db: Db, log: Logger): Promise<void> {
  const { rows } = await sql<{ may: boolean }>`select has_table_privilege('audit', 'update, delete') as may`.execute(db);
  if (rows[0]?.may !== false)
    log.warn('The database role can change audit rows: give cloud-api its own role (docs/decisions/0024-sealed-audit.md)');
}
