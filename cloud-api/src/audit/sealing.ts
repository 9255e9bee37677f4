import type { Logger } from 'pino';
import { WorkLoop } from '../common/work-loop.ts';
import { warnOfChangeableAudit } from '../db/application-role.ts';
import type { Db } from '../db/pool.ts';
import { insertSeals, lastSeal, lockSealing, unsealedRows } from './seal.store.ts';
import { sealRows } from './seal.ts';

const most = 500;

/** Seals committed audit rows in its own transaction, never in that of a payment. @returns how many */
export function sealAudit(db: Db, log: Logger): Promise<number> {
  return db.transaction().execute(async (tx) => {
    if (!(await lockSealing(tx))) return 0;
    const rows = await unsealedRows(tx, most);
    const seals = sealRows(await lastSeal(tx), rows);
    const head = seals.at(-1);
    if (!head) return 0;
    await insertSeals(tx, seals);
    // logs are stored elsewhere: they contradict a chain that was rewritten in the database
    log.info({ seal: head.seq, hash: head.hash.toString('hex') }, 'Audit sealed');
    return seals.length;
  });
}

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
