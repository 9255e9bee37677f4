import type { Logger } from 'pino';
import type { Alert } from '../common/alert.ts';
import { WorkLoop } from '../common/work-loop.ts';
import { warnOfChangeableAudit } from '../db/application-role.ts';
import type { Db } from '../db/pool.ts';
import { heads, insertSeals, lockSealing, overdueRows, unsealedRows } from './seal.store.ts';
import { sealRows, type Head } from './seal.ts';

const most = 1_000;

/**
 * Seals committed audit rows in its own transaction, never in that of a payment. Continues from the stored head if the chain was cut, so
 * that a check finds the gap.
 * @returns how many
 */
export function sealAudit(db: Db, log: Logger): Promise<number> {
  return db.transaction().execute(async (tx) => {
    if (!(await lockSealing(tx))) return 0;
    const rows = await unsealedRows(tx, most);
    const seals = sealRows(laterOf(await heads(tx)), rows);
    const head = seals.at(-1);
    if (!head) return 0;
    await insertSeals(tx, seals, head);
    // logs are stored elsewhere: they contradict a chain that was rewritten in the database
    log.info({ seal: head.seq, hash: head.hash.toString('hex') }, 'Audit sealed');
    return seals.length;
  });
}

/** The previous release extends the chain without storing its head. */
const laterOf = ({ last, stored }: { last: Head | null; stored: Head | null }): Head | null =>
  (last?.seq ?? 0) >= (stored?.seq ?? 0) ? last : stored;

export function sealingLoop(db: Db, log: Logger): WorkLoop {
  let isRoleChecked = false;
  return new WorkLoop({
    round: async () => {
      // here and not at startup, which does not wait for the database
      if (!isRoleChecked) await warnOfChangeableAudit(db, log);
      isRoleChecked = true;
      return sealAudit(db, log);
    },
    everyMs: 10_000,
    onTrouble: (error) => log.warn({ err: error }, 'Cannot seal the audit, retrying'),
  });
}

/** After a standstill of all processes rows are older than ten minutes that only wait for the next round. */
async function sealWaiting(db: Db, log: Logger): Promise<void> {
  try {
    while ((await sealAudit(db, log)) > 0);
  } catch (error) {
    log.warn({ err: error }, 'Cannot seal the audit, the check goes on');
  }
}

/** Alerts if rows stay unsealed or the chain was cut. */
export async function watchSealing(db: Db, alert: Alert): Promise<void> {
  const { last, stored } = await heads(db);
  if (stored && stored.seq > (last?.seq ?? 0))
    alert('audit', { expected: stored.seq, found: last?.seq ?? 0 }, 'Seals are missing at the end of the audit log. Check the audit log');
  const { count, oldest } = await overdueRows(db);
  if (count > 0) alert('audit', { rows: count, oldest }, 'Audit rows stay unsealed for more than ten minutes. Check the audit log');
}

export const sealingWatch = (db: Db, log: Logger, alert: Alert): WorkLoop =>
  new WorkLoop({
    round: async () => {
      await sealWaiting(db, log);
      await watchSealing(db, alert);
      return 0;
    },
    everyMs: 10 * 60_000,
    onTrouble: (error) => log.warn({ err: error }, 'Cannot check for unsealed audit rows, retrying'),
  });
