import type { Db } from '../db/pool.ts';
import { hashOfPersonal, type PersonalValues } from './personal-values.ts';
import { emptiedByErasures, heads, personalValuesOf, rowsNeverSealed, sealedRows } from './seal.store.ts';
import { sealHash, type AuditText, type Head } from './seal.ts';

const page = 1_000;

export interface AuditVerdict {
  /** Number of seals checked. */
  sealed: number;
  /** The last seal, to compare with in a later check: `<seq>:<hash>`. */
  head: string | null;
  /** One sentence per fault; empty if the audit is unchanged. */
  faults: string[];
}

const named = ({ seq, hash }: Head): string => `${seq}:${hash.toString('hex')}`;

/**
 * Checks every seal against its row and its predecessor, and that the head stored beside the chain is in it.
 * @param expected a head recorded earlier, from the log or an earlier check
 * @param onPage receives how many seals were checked; if it throws, the check ends
 */
export async function verifyAudit(
  db: Db,
  expected: string | null,
  onPage: (sealed: number) => Promise<void> = () => Promise.resolve(),
): Promise<AuditVerdict> {
  const faults: string[] = [];
  let previous: Buffer | null = null;
  let sealed = 0;
  let head: string | null = null;
  const { stored } = await heads(db);
  const notSeen = new Set([expected, stored && named(stored)].filter((one) => one !== null));
  let emptied = 0;
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
      head = named({ seq, hash });
      notSeen.delete(head);
    }
    const rows = seals.flatMap(({ row }) => row ?? []);
    const ids = rows.map(({ id }) => id);
    const valuesOf = await personalValuesOf(db, ids);
    faults.push(...changedPersonalValues(rows, valuesOf));
    emptied += rows.filter(({ id, personal_hash: hash }) => hash && !valuesOf.has(id)).length;
    await onPage(sealed);
  }
  const erased = await emptiedByErasures(db);
  if (emptied > erased) faults.push(`${emptied} rows have no personal values, but erasures removed only those of ${erased}.`);
  for (const id of await rowsNeverSealed(db, 20)) faults.push(`The audit row ${id} was never sealed.`);
  for (const lost of notSeen) faults.push(`The seal ${lost} is not in the chain: rows were removed at its end, or it was rewritten.`);
  return { sealed, head, faults };
}

/** Compares personal values with the hash in their sealed row. */
function changedPersonalValues(rows: readonly AuditText[], valuesOf: ReadonlyMap<string, PersonalValues>): string[] {
  return rows.flatMap(({ id, action, actor, at, personal_hash: hash }) => {
    const values = valuesOf.get(id);
    if (!values || (hash && hashOfPersonal(values).equals(hash))) return [];
    return [`The personal values of the audit row ${id} (${action} by ${actor} at ${at.toISOString()}) don’t match it.`];
  });
}
