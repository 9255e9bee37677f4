import { createHash } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { PersonalTables } from '../db/personal-data.ts';
import type { Db, Tx } from '../db/pool.ts';
import { ownersOf, reducedObject } from './snapshots/reduced.ts';
import { isGone, type Snapshot } from './snapshots/snapshot.ts';

interface ErasedObjectTable {
  /** SHA-256 of the id of a customer, a card or a charge. */
  hash: Buffer;
  erasure: string;
}

declare module '../db/schema.ts' {
  interface Database {
    erased_object: ErasedObjectTable;
  }
}

export const personalData = { erased_object: { plain: ['hash', 'erasure'] } } satisfies PersonalTables;

export const hashOfId = (id: string): Buffer => createHash('sha256').update(id).digest();

/** Records ids whose objects reach the mirror only without personal values. */
export async function markErased(tx: Tx, erasure: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = [...new Set(ids)].map((id) => ({ hash: hashOfId(id), erasure }));
  await tx
    .insertInto('erased_object')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Returns the customer, or null if the customer was erased since: a message or a page from before still has the id. */
export const unlessErased = (customer: string | null): RawBuilder<string | null> =>
  sql`(select ${customer}::text where not exists (
    select from erased_object where hash = sha256(convert_to(${customer}::text, 'UTF8'))))`;

const providerId = /\b[a-z]{2,8}_\w+/g;

/** Whether a text of the provider in an unknown form names an object of an erased customer. */
export async function namesErased(db: Db | Tx, text: string): Promise<boolean> {
  const hashes = [...new Set(text.match(providerId))].map(hashOfId);
  if (hashes.length === 0) return false;
  const found = await db.selectFrom('erased_object').select('hash').where('hash', 'in', hashes).limit(1).executeTakeFirst();
  return found !== undefined;
}

/**
 * Removes personal values from snapshots of erased customers, and drops their customers and cards: the provider keeps objects of a deleted
 * customer and may report them again.
 */
export async function withoutErased(tx: Tx, snapshots: readonly Snapshot[]): Promise<Snapshot[]> {
  const hashes = new Map(snapshots.map((one) => [one, ownersOf(one).map((id) => hashOfId(id).toString('hex'))]));
  const asked = [...new Set([...hashes.values()].flat())].map((hash) => Buffer.from(hash, 'hex'));
  if (asked.length === 0) return [...snapshots];
  const found = await tx
    .selectFrom('erased_object')
    .innerJoin('erasure', 'erasure.id', 'erased_object.erasure')
    .select(['hash', 'alias'])
    .where('hash', 'in', asked)
    .execute();
  if (found.length === 0) return [...snapshots];
  const aliases = new Map(found.map(({ hash, alias }) => [hash.toString('hex'), alias]));
  return snapshots.flatMap((one) => {
    const alias = hashes.get(one)!.flatMap((hash) => aliases.get(hash) ?? [])[0];
    if (alias === undefined) return [one];
    if (isGone(one.object) && one.kind !== 'customer' && one.kind !== 'payment_method') return [one];
    const object = reducedObject(one.kind, one.object, alias);
    return object === null ? [] : [{ ...one, object } as Snapshot];
  });
}
