import type { Db } from '../db/pool.ts';
import { leastIdAt, rowsNeverSealed, sealedRows } from './seal.store.ts';
import { sealHash } from './seal.ts';

const page = 1_000;
/** Any working cloud-api has sealed rows older than this. */
const sealedWithinMs = 10 * 60_000;

export interface AuditVerdict {
  /** Number of seals checked. */
  sealed: number;
  /** The last seal, to compare with in a later check: `<seq>:<hash>`. */
  head: string | null;
  /** One sentence per fault; empty if the audit is unchanged. */
  faults: string[];
}

/**
 * Checks every seal against its row and its predecessor.
 * @param expected a head recorded earlier, from the log or an earlier check
 * @param nowMs since 1970
 * @param onPage receives how many seals were checked; if it throws, the check ends
 */
export async function verifyAudit(
  db: Db,
  expected: string | null,
  nowMs: number,
  onPage: (sealed: number) => Promise<void> = () => Promise.resolve(),
): Promise<AuditVerdict> {
  const faults: string[] = [];
  let previous: Buffer | null = null;
  let sealed = 0;
  let head: string | null = null;
  let seen = expected === null;
  for (let seals = await sealedRows(db, 0, page); seals.length > 0; seals = await sealedRows(db, sealed, page)) {
    for (const { seq, audit, hash, row } of seals) {
      if (seq !== sealed + 1) faults.push(`Seals ${sealed + 1} to ${seq - 1} are missing.`);
      else if (!row) faults.push(`The audit row of seal ${seq} (${audit}) is missing.`);
      else if (!sealHash(previous, row).equals(hash))
        faults.push(
          `The audit row of seal ${seq} (${audit}, ${row.action} by ${row.actor} at ${row.at.toISOString()}) doesn’t match its seal.`,
        );
      previous = hash;
      sealed = seq;
      head = `${seq}:${hash.toString('hex')}`;
      seen ||= head === expected;
    }
    await onPage(sealed);
  }
  const forgotten = await rowsNeverSealed(db, leastIdAt(nowMs - sealedWithinMs), 20);
  for (const id of forgotten) faults.push(`The audit row ${id} was never sealed.`);
  if (!seen) faults.push(`The seal ${expected} is not in the chain: rows were removed at its end, or it was rewritten.`);
  return { sealed, head, faults };
}
