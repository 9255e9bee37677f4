import { isRepairable, type DifferenceKindName } from '@washdesk/rules/reconcile/difference-kinds';
import { auditBy, writeAudit } from '../../../audit/audit.ts';
import type { AuditedPrincipal } from '../../../common/caller.ts';
import { Failure, notFound } from '../../../common/failure.ts';
import type { Db, Tx } from '../../../db/pool.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Comparer } from './comparer.ts';
import { copyOf, type Copies } from './copies.ts';
import {
  claimDifference,
  claimRequested,
  differenceById,
  releaseDifference,
  repairable,
  repairRecordOf,
  requestRepairs,
  settleDifference,
  storeBefore,
  type DifferenceRow,
} from './differences.store.ts';

/** Longer than the slowest repair: an update of Sitewatch, with the reads before and after it. */
const claimSeconds = 60;
const atOnce = 4;

type Actor = AuditedPrincipal & { name: string };

interface Parts {
  db: Db;
  clock: Clock;
  copies: Copies;
  comparer: Pick<Comparer, 'compare'>;
  /** Called after repairs were requested. */
  requested: () => void;
}

/** Repairs differences, and undoes repairs. No repair writes at Stripe. */
export class RepairsService {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** @throws Failure as the contract lists them */
  async repair(id: string, by: Actor): Promise<DifferenceRow> {
    const row = await this.#one(id);
    if (row.state === 'repaired') return row;
    if (row.state !== 'open') throw notOpen();
    if (!isRepairable(row.kind)) throw new Failure(409, 'needs_person', 'Only a person can decide what is right');
    await this.#claimed(row, () => this.#repair(row, by));
    return this.#one(id);
  }

  async #repair(row: DifferenceRow, by: Actor): Promise<void> {
    const { db, copies, comparer } = this.#parts;
    const copy = copies[copyOf(row.kind)];
    const stored = await repairRecordOf(db, row.id);
    // an interrupted repair has stored what it replaced
    if (!stored.isStored) await storeBefore(db, row.id, await copy.before(row));
    const after = await copy.repair(row, { requestId: by.requestId, device: by.device ?? null });
    const result = await copy.compare(row);
    const isLeft = result.kind === 'compared' && result.differences.some(({ kind, about }) => kind === row.kind && about === row.about);
    if (isLeft) throw new Failure(409, 'still_differs', 'Both sides still differ after the repair');
    await db.transaction().execute(async (tx) => {
      await settleDifference(tx, row.id, { state: 'repaired', actor: by.name, after });
      await this.#audit(tx, row, by, { action: 'difference.repaired' });
    });
    // other differences of the customer may have ended with it
    await comparer.compare(copyOf(row.kind), row);
  }

  /** @throws Failure as the contract lists them */
  async undo(id: string, by: Actor): Promise<DifferenceRow> {
    const row = await this.#one(id);
    if (row.state === 'undone') return row;
    if (row.state !== 'repaired') throw new Failure(409, 'not_repaired', 'This difference was not repaired');
    await this.#claimed(row, async () => {
      const { db, copies, comparer } = this.#parts;
      const { before, after } = await repairRecordOf(db, id);
      await copies[copyOf(row.kind)].undo(row, { before, after }, { requestId: by.requestId, device: by.device ?? null });
      await db.transaction().execute(async (tx) => {
        await settleDifference(tx, id, { state: 'undone', actor: by.name });
        await this.#audit(tx, row, by, { action: 'difference.repair-undone' });
      });
      await comparer.compare(copyOf(row.kind), row);
    });
    return this.#one(id);
  }

  /** @throws Failure as the contract lists them */
  async dismiss(id: string, why: string, by: Actor): Promise<DifferenceRow> {
    const { db } = this.#parts;
    const row = await this.#one(id);
    if (row.state === 'dismissed') return row;
    if (row.state !== 'open') throw notOpen();
    await db.transaction().execute(async (tx) => {
      await settleDifference(tx, id, { state: 'dismissed', actor: by.name, why });
      await this.#audit(tx, row, by, { action: 'difference.dismissed', why });
    });
    return this.#one(id);
  }

  /** Requests the repair of every open difference of a kind in the background. @throws Failure 409 `count_changed` */
  async repairAll({ kind, site, count }: { kind: DifferenceKindName; site: number | null; count: number }, by: Actor): Promise<number> {
    const { db, clock, requested } = this.#parts;
    if (!isRepairable(kind)) throw new Failure(409, 'needs_person', 'Only a person can decide what is right');
    const begun = await db.transaction().execute(async (tx) => {
      const open = await repairable(tx, kind, site);
      if (open === 0) return 0;
      if (open !== count)
        throw new Failure(409, 'count_changed', `There are ${open} now. Confirm the number again`, { details: { count: open } });
      const { id, name, site: ownSite, device = null, requestId } = by;
      await requestRepairs(tx, kind, site, { id, name, site: ownSite, device, requestId });
      const after = { differences: open };
      const row = { ...auditBy(by), site: site ?? by.site, action: 'difference.group-repaired', subject: `difference:${kind}` };
      await writeAudit(tx, { ...row, after, at: clock.now() });
      return open;
    });
    requested();
    return begun;
  }

  /** Repairs some of what was requested. @returns how many */
  async round(): Promise<number> {
    const { db } = this.#parts;
    const claimed = await claimRequested(db, atOnce, claimSeconds);
    await Promise.all(
      claimed.map(async ({ id, requested }) => {
        const row = await differenceById(db, id);
        if (!row || row.state !== 'open') return;
        try {
          await this.#repair(row, requested);
        } catch (error) {
          if (!(error instanceof Failure)) throw error;
          await releaseDifference(db, id, afterFailure(error));
        }
      }),
    );
    return claimed.length;
  }

  /** Works on a difference while no other call does; a failure stays with it. */
  async #claimed({ id }: DifferenceRow, work: () => Promise<void>): Promise<void> {
    const { db } = this.#parts;
    if (!(await claimDifference(db, id, claimSeconds)))
      throw new Failure(409, 'in_progress', 'It is being repaired. Check again in a moment');
    try {
      await work();
    } catch (error) {
      await releaseDifference(db, id, afterFailure(error));
      throw error;
    }
  }

  async #one(id: string): Promise<DifferenceRow> {
    const row = await differenceById(this.#parts.db, id);
    if (!row) throw notFound('difference_not_found', 'Difference not found');
    return row;
  }

  async #audit(tx: Tx, row: DifferenceRow, by: Actor, { action, why = null }: { action: string; why?: string | null }): Promise<void> {
    const { id, kind, customer, site, about, fields } = row;
    const before = { kind, customer, about, fields };
    await writeAudit(tx, { ...auditBy(by), site, action, subject: `difference:${id}`, before, why, at: this.#parts.clock.now() });
  }
}

/** A refusal has written nothing; after any other failure the repair may have been made. */
function afterFailure(error: unknown): { failure: string | null; nothingWritten: boolean } {
  if (!(error instanceof Failure)) return { failure: null, nothingWritten: false };
  return { failure: error.message, nothingWritten: error.status === 409 && error.code !== 'still_differs' };
}

const notOpen = (): Failure => new Failure(409, 'not_open', 'Nothing left to do');
