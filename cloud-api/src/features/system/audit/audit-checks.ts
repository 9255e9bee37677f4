import type { Logger } from 'pino';
import { v7 as uuidv7 } from 'uuid';
import type { AuditCheck } from '@washdesk/contracts/system/audit';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import { sealAudit } from '../../../audit/sealing.ts';
import { verifyAudit, type AuditVerdict } from '../../../audit/verify.ts';
import type { Alert } from '../../../common/alert.ts';
import type { KeyedCall } from '../../../common/caller.ts';
import type { Db } from '../../../db/pool.ts';
import { keyedChange } from '../../../keyed-changes/keyed-change.ts';
import type { Clock } from '../../../ports/clock.ts';
import {
  claimCheck,
  endCheck,
  releaseCheck,
  insertCheck,
  lastEndedCheck,
  lastGoodHead,
  openCheck,
  storeCheckProgress,
  type AuditCheckRow,
  type ClaimedCheck,
} from './audit-check.store.ts';

/** A running check reports its progress much more often than this. */
const silentSeconds = 60;
/** Faults stored per check; beyond that only their number. `npm run audit:verify` prints all. */
const mostFaults = 100;
const notFinished = 'The check didn’t finish. Start it again.';

interface Options {
  db: Db;
  /** The company's time. */
  clock: Clock;
  log: Logger;
  alert: Alert;
}

/**
 * Checks the sealed audit in the background (docs/decisions/0024-sealed-audit.md). An interrupted check is restarted by the next process.
 */
export class AuditChecks {
  readonly #options: Options;
  #stopping = false;

  constructor(options: Options) {
    this.#options = options;
  }

  async shown(): Promise<{ current: AuditCheck | null; last: AuditCheck | null }> {
    const { db } = this.#options;
    const [current, last] = await Promise.all([openCheck(db), lastEndedCheck(db)]);
    return { current: current && viewCheck(current), last: last && viewCheck(last) };
  }

  /** Requests a check, or returns the one in progress. */
  ask(call: KeyedCall): Promise<AuditCheck> {
    const { db, clock } = this.#options;
    const asked = clock.now();
    const id = uuidv7();
    return keyedChange(db, call, async (tx) => {
      const { id: askedBy, requestId, site, device = null } = call.principal;
      if (await insertCheck(tx, { id, asked, askedBy, requestId, site, device }))
        await writeAudit(tx, { ...auditBy(call.principal), action: 'audit.check-started', subject: `audit-check:${id}`, at: asked });
      // the one in progress may have ended in the meantime
      const found = (await openCheck(tx)) ?? (await lastEndedCheck(tx));
      if (!found) throw new Error('Audit check not found after it was requested');
      return viewCheck(found);
    });
  }

  /** Runs the waiting check. @returns the number of checks run */
  async round(): Promise<number> {
    const { db } = this.#options;
    const claimed = await claimCheck(db, silentSeconds);
    if (!claimed) return 0;
    try {
      await this.#run(claimed);
    } catch (error) {
      if (error instanceof CutOff) await releaseCheck(db, claimed.id);
      else {
        // a check always ends; if the database is unavailable, the next process finds it silent and restarts it
        await this.#end(claimed, { sealed: 0, head: null, faults: [notFinished] });
        throw error;
      }
    }
    return this.#stopping ? 0 : 1;
  }

  /** Interrupts the check in progress. */
  stop(): void {
    this.#stopping = true;
  }

  async #run(claimed: ClaimedCheck): Promise<void> {
    const { db, log, alert } = this.#options;
    // also checks rows of the last seconds, which another process may be sealing
    while ((await sealAudit(db, log)) > 0) if (this.#stopping) throw new CutOff();
    const expected = await lastGoodHead(db);
    const verdict = await verifyAudit(db, expected, async (checked) => {
      if (this.#stopping) throw new CutOff();
      await storeCheckProgress(db, claimed.id, checked);
    });
    await this.#end(claimed, verdict);
    const faults = verdict.faults.length;
    if (faults > 0) alert('audit', { check: claimed.id, faults }, 'The audit log was altered');
  }

  async #end(claimed: ClaimedCheck, { sealed, head, faults }: AuditVerdict): Promise<void> {
    const { db, clock } = this.#options;
    const at = clock.now();
    await db.transaction().execute(async (tx) => {
      const ended = { at, sealed, head, faults: faults.slice(0, mostFaults), faultCount: faults.length };
      if (!(await endCheck(tx, claimed.id, ended))) return;
      const { asked_by: actor, request_id: requestId, site, device } = claimed;
      const after = { sealed, head, faults: faults.length };
      await writeAudit(tx, { actor, requestId, site, device, action: 'audit.checked', subject: `audit-check:${claimed.id}`, after, at });
    });
  }
}

class CutOff extends Error {}

const viewCheck = ({ id, asked, askedBy, askedByName, alive, sealed, ended, head, faults, faultCount }: AuditCheckRow): AuditCheck => ({
  id,
  asked: asked.toISOString(),
  askedBy,
  askedByName,
  state: ended ? 'done' : alive ? 'running' : 'waiting',
  sealed,
  ended: ended?.toISOString() ?? null,
  head,
  faults,
  faultCount,
});
