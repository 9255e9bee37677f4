import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../../../db/pool.ts';
import type { SessionTable } from '../../../../db/tables/people.ts';
import type { OpenSession, SessionPlace } from './session.ts';

/** A refresh token's session and exchange time, null for the latest token. */
export interface FoundToken {
  session: OpenSession;
  ended: boolean;
  rotated: Date | null;
}

const toSession = (row: Selectable<SessionTable>): OpenSession => ({
  id: row.id,
  kind: row.kind === 'service' ? 'service' : 'staff',
  principal: row.principal,
  employee: row.employee_number,
  name: row.name,
  roles: row.roles,
  device: row.device,
  site: row.site,
  locationId: row.location_id,
  terminal: row.terminal,
  codePassed: row.code_passed,
  pinPassed: row.pin_passed,
  expires: row.expires,
});

export async function insertSession(tx: Tx, session: OpenSession, at: Date): Promise<void> {
  const { employee, locationId, codePassed, pinPassed, ...same } = session;
  const renamed = { employee_number: employee, location_id: locationId, code_passed: codePassed, pin_passed: pinPassed };
  await tx
    .insertInto('session')
    .values({ ...same, ...renamed, created: at, last_used: at, ended: null, ended_why: null })
    .execute();
}

export async function insertToken(tx: Tx, session: string, hash: Buffer, at: Date): Promise<void> {
  await tx.insertInto('refresh_token').values({ hash, session, created: at, rotated: null }).execute();
}

/** Locks the session, so that exchanges of its tokens run one at a time. */
export async function lockByToken(tx: Tx, hash: Buffer): Promise<FoundToken | null> {
  const row = await tx
    .selectFrom('refresh_token')
    .innerJoin('session', 'session.id', 'refresh_token.session')
    .selectAll('session')
    .select('refresh_token.rotated')
    .where('refresh_token.hash', '=', hash)
    .forUpdate()
    .executeTakeFirst();
  return row ? { session: toSession(row), ended: row.ended !== null, rotated: row.rotated } : null;
}

export async function exchangeToken(tx: Tx, session: string, hash: Buffer, successor: Buffer, at: Date): Promise<void> {
  await tx.updateTable('refresh_token').set({ rotated: at }).where('hash', '=', hash).execute();
  await insertToken(tx, session, successor, at);
  await tx.updateTable('session').set({ last_used: at }).where('id', '=', session).execute();
}

/** Returns the device where a session began, and when the PIN or password was last entered in it. */
export async function pinOf(db: Db, id: string): Promise<{ device: string | null; passed: Date | null }> {
  const row = await db.selectFrom('session').select(['device', 'pin_passed as passed']).where('id', '=', id).executeTakeFirst();
  return row ?? { device: null, passed: null };
}

export async function setPinPassed(db: Db, id: string, at: Date): Promise<void> {
  await db.updateTable('session').set({ pin_passed: at }).where('id', '=', id).where('ended', 'is', null).execute();
}

/** Returns the session of this token, open or ended. */
export async function sessionOfToken(db: Db, hash: Buffer): Promise<string | null> {
  const row = await db.selectFrom('refresh_token').select('session').where('hash', '=', hash).executeTakeFirst();
  return row?.session ?? null;
}

/**
 * Returns null if the session has ended.
 * @param codesFrom the role value from which a user's session requires a one-time code at its sign-in
 */
export async function openSession(db: Db, id: string, at: Date, codesFrom: number | null): Promise<OpenSession | null> {
  const open = db.selectFrom('session').selectAll().where('id', '=', id).where('ended', 'is', null).where('expires', '>', at);
  const passed =
    codesFrom === null
      ? open
      : open.where((on) => on.or([on('code_passed', 'is not', null), on('kind', '=', 'service'), on('roles', '<', codesFrom)]));
  const row = await passed.executeTakeFirst();
  return row ? toSession(row) : null;
}

/** Returns null if there is no such open session. */
export async function moveSession(
  tx: Tx,
  id: string,
  { site, locationId, terminal }: SessionPlace,
): Promise<{ before: { site: number | null; terminal: string | null }; session: OpenSession } | null> {
  const open = tx.selectFrom('session').select(['site', 'terminal']).where('id', '=', id).where('ended', 'is', null);
  const before = await open.forUpdate().executeTakeFirst();
  if (!before) return null;
  const row = await tx
    .updateTable('session')
    .set({ site, location_id: locationId, terminal })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { before, session: toSession(row) };
}

/** Returns the previous state of the session, null for an unknown id. Ending an ended session changes nothing. */
export async function endSession(tx: Tx, id: string, why: string, at: Date): Promise<{ principal: string; wasOpen: boolean } | null> {
  const row = await tx
    .selectFrom('session')
    .select(['principal', 'employee_number', 'ended'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  if (row.ended === null) {
    await tx.updateTable('session').set({ ended: at, ended_why: why }).where('id', '=', id).execute();
    if (row.employee_number !== null) await endApprovalsBy(tx, row.employee_number, at);
  }
  return { principal: row.principal, wasOpen: row.ended === null };
}

type Holder = { employee: number; except?: string } | { device: string } | { program: string };

export async function endSessionsOf(tx: Tx, holder: Holder, why: string, at: Date): Promise<string[]> {
  const open = tx.updateTable('session').set({ ended: at, ended_why: why }).where('ended', 'is', null).returning('id');
  const theirs = await whose(open, holder).execute();
  if ('employee' in holder) await endApprovalsBy(tx, holder.employee, at);
  return theirs.map((row) => row.id);
}

/** An approval lives no longer than its approver's right. One that was used still returns the outcome of its action. */
async function endApprovalsBy(tx: Tx, employee: number, at: Date): Promise<void> {
  await tx.updateTable('approval').set({ expires: at }).where('approver', '=', String(employee)).where('expires', '>', at).execute();
}

function whose<
  T extends { where(column: 'device' | 'principal' | 'employee_number' | 'kind' | 'id', is: '=' | '!=', value: string | number): T },
>(sessions: T, holder: Holder): T {
  if ('device' in holder) return sessions.where('device', '=', holder.device);
  if ('program' in holder) return sessions.where('kind', '=', 'service').where('principal', '=', holder.program);
  const { employee, except } = holder;
  const theirs = sessions.where('employee_number', '=', employee);
  return except === undefined ? theirs : theirs.where('id', '!=', except);
}

export async function siteOfLocation(db: Db, locationId: string): Promise<number | null> {
  const row = await db.selectFrom('site').select('number').where('location_id', '=', locationId).executeTakeFirst();
  return row?.number ?? null;
}

export async function locationOfSite(db: Db, site: number): Promise<string | null> {
  const row = await db.selectFrom('site').select('location_id').where('number', '=', site).executeTakeFirst();
  return row?.location_id ?? null;
}
