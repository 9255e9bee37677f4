import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { sameFaultMs, type AlertLevel } from '@washdesk/rules/company/alerts';
import type { AlertCause } from '../../../common/alert.ts';
import type { PersonalTables } from '../../../db/personal-data.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import { staffNameAt } from '../../../db/staff-name.ts';

export interface AlertRow {
  id: string;
  /** `site:12:north`, `cloud:broker`, `notice:pin.locked:…`: one open alert each. */
  cause: string;
  site: number | null;
  level: AlertLevel;
  sentence: string;
  step: string | null;
  /** Whether the cause ends by itself; false for an event, which is over when a person has seen it. */
  lasting: boolean;
  /** How often the cause came. */
  times: number;
  opened: Date;
  /** When the first list was told; null while quiet hours hold it back. */
  told: Date | null;
  escalated: Date | null;
  seen: Date | null;
  seen_by: string | null;
  /** Since when the cause is gone, while the alert is still open. */
  gone: Date | null;
  cleared: Date | null;
  clear_told: Date | null;
}
declare module '../../../db/schema.ts' {
  interface Database {
    alert: AlertRow;
  }
}

export const personalData = {
  alert: {
    plain: [
      'id',
      'cause',
      'site',
      'level',
      'sentence',
      'step',
      'lasting',
      'times',
      'opened',
      'told',
      'escalated',
      'seen',
      'seen_by',
      'gone',
      'cleared',
      'clear_told',
    ],
  },
} satisfies PersonalTables;

/** Locks the alerts until the transaction ends. @returns false if another server works on them */
export async function tryLockAlerts(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`select pg_try_advisory_xact_lock(hashtext('alerts')) as locked`.execute(tx);
  return rows[0]!.locked;
}

export function openAlerts(tx: Tx): Promise<AlertRow[]> {
  return tx.selectFrom('alert').selectAll().where('cleared', 'is', null).forUpdate().execute();
}

/** Returns the alerts of which something is still to be told or escalated. */
export function untoldAlerts(tx: Tx): Promise<AlertRow[]> {
  return tx
    .selectFrom('alert')
    .selectAll()
    .where('clear_told', 'is', null)
    .where((is) => is.or([is('told', 'is', null), is('cleared', 'is not', null), is('escalated', 'is', null)]))
    .orderBy('opened')
    .execute();
}

/** Opens alerts of causes that have none. A cause that came back soon counts on. */
export async function insertAlerts(tx: Tx, causes: readonly AlertCause[], at: Date): Promise<void> {
  if (causes.length === 0) return;
  const { rows } = await sql<{ cause: string; times: number }>`
    select distinct on (cause) cause, times from alert
    where cause = any(${causes.map(({ cause }) => cause)}::text[]) and cleared > ${new Date(at.getTime() - sameFaultMs)}
    order by cause, cleared desc`.execute(tx);
  const before = new Map(rows.map(({ cause, times }) => [cause, times]));
  const opened = causes.map((cause) => ({
    ...cause,
    id: uuidv7(),
    lasting: true,
    times: (before.get(cause.cause) ?? 0) + 1,
    opened: at,
  }));
  await tx
    .insertInto('alert')
    .values(opened)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function updateAlert(tx: Tx, id: string, set: Partial<AlertRow>): Promise<void> {
  await tx.updateTable('alert').set(set).where('id', '=', id).execute();
}

export async function markAlerts(tx: Tx, ids: readonly string[], set: Partial<AlertRow>): Promise<void> {
  if (ids.length > 0) await tx.updateTable('alert').set(set).where('id', 'in', ids).execute();
}

/** Opens an alert of an event that has happened, or counts it on while it is open. */
export async function insertNotice(db: Db, cause: AlertCause, at: Date): Promise<void> {
  await db
    .insertInto('alert')
    .values({ ...cause, id: uuidv7(), lasting: false, times: 1, opened: at })
    .onConflict((conflict) =>
      conflict
        .column('cause')
        .where('cleared', 'is', null)
        .doUpdateSet({ times: sql`alert.times + 1`, sentence: cause.sentence }),
    )
    .execute();
}

export const mostPast = 100;

/** The open ones, or the last ones that are over. */
export async function listAlerts(db: Db, state: 'open' | 'past') {
  return db
    .selectFrom('alert')
    .leftJoin('site', 'site.number', 'alert.site')
    .selectAll('alert')
    .select(['site.name as siteName', staffNameAt(sql.ref('alert.seen_by'), sql.ref('alert.seen')).as('seenByName')])
    .where('cleared', state === 'open' ? 'is' : 'is not', null)
    .orderBy(sql`case level when 'stop' then 0 else 1 end`)
    .orderBy(sql`coalesce(cleared, opened) desc`)
    .limit(state === 'open' ? 1_000 : mostPast)
    .execute();
}
