import { createHash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { AuditTable } from '../db/tables/settings.ts';

/** An audit row as hashed: its JSON columns as PostgreSQL prints them. */
export type AuditText = Omit<Selectable<AuditTable>, 'before' | 'after' | 'number' | 'written'> & {
  before: string | null;
  after: string | null;
};

/** The last link of a chain. */
export interface Head {
  /** Counts from 1 without gaps. */
  seq: number;
  /** SHA-256 of the previous hash and the row. */
  hash: Buffer;
}

/** One link of the chain. */
export interface Seal extends Head {
  /** The audit row's id. */
  audit: string;
}

export function sealHash(previous: Buffer | null, row: AuditText): Buffer {
  const { id, at, actor, approver, site, device, action, subject, before, after, why, request_id, personal_hash } = row;
  const fields = [id, at.toISOString(), actor, approver, site, device, action, subject, before, after, why, request_id];
  const text = JSON.stringify(personal_hash ? [...fields, personal_hash.toString('hex')] : fields);
  return createHash('sha256')
    .update(previous ?? '')
    .update(text)
    .digest();
}

/** Returns the seals of rows that follow a chain's last seal. */
export function sealRows(last: Head | null, rows: readonly AuditText[]): Seal[] {
  let previous = last;
  return rows.map((row) => {
    const seal: Seal = { seq: (previous?.seq ?? 0) + 1, audit: row.id, hash: sealHash(previous?.hash ?? null, row) };
    previous = seal;
    return seal;
  });
}
