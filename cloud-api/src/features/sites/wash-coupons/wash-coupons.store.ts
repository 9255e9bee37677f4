import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';

/** Longer than any request to the provider: after it nobody waits for the answer any more. */
const busyMs = 15_000;

interface Beginning {
  vendorId: string;
  requestHash: Buffer;
  principal: string;
  key: string;
  site: number;
  now: Date;
}

/**
 * - ordering: this call asks the provider; `mayExist` where an earlier one may have been heard
 * - busy: another call asks just now
 * - made: it is there
 * - past: it was made so long ago that its image is not kept any more
 * - other: the invoice has a coupon, or may have one, by another request
 */
type Begun =
  | { kind: 'ordering'; mayExist: boolean }
  | { kind: 'busy' }
  | { kind: 'made'; image: string }
  | { kind: 'past' }
  | { kind: 'other' }
  | { kind: 'key_reused' };

/** Stores the coupon before the request leaves, so that no invoice gets two coupons. */
export async function beginCoupon(db: Db, { vendorId, requestHash, principal, key, site, now }: Beginning): Promise<Begun> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`wash_coupon ${vendorId}`}, 0))`.execute(tx);
    const reused = await tx
      .selectFrom('wash_coupon')
      .select('vendor_id')
      .where('principal', '=', principal)
      .where('key', '=', key)
      .where((where) => where.or([where('vendor_id', '!=', vendorId), where('request_hash', '!=', requestHash)]))
      .executeTakeFirst();
    if (reused) return { kind: 'key_reused' };
    const known = await tx.selectFrom('wash_coupon').selectAll().where('vendor_id', '=', vendorId).executeTakeFirst();
    const isSame = known?.request_hash.equals(requestHash) ?? true;
    if (known && known.state !== 'unsent') {
      if (!isSame) return { kind: 'other' };
      if (known.image !== null) return { kind: 'made', image: known.image };
      if (known.state === 'made') return { kind: 'past' };
      if (now.getTime() - known.asked.getTime() < busyMs) return { kind: 'busy' };
    }
    const row = { principal, key, request_hash: requestHash, site, state: 'asked' as const, asked: now };
    await tx
      .insertInto('wash_coupon')
      .values({ vendor_id: vendorId, ...row })
      .onConflict((conflict) => conflict.column('vendor_id').doUpdateSet(row))
      .execute();
    return { kind: 'ordering', mayExist: known?.state === 'asked' };
  });
}

/** Marks that the provider refused the order or was not reached: the invoice has no coupon. */
export async function markNotOrdered(db: Db, vendorId: string): Promise<void> {
  await db.updateTable('wash_coupon').set({ state: 'unsent' }).where('vendor_id', '=', vendorId).where('state', '=', 'asked').execute();
}

/** Marks that the request ended without an answer: the next one need not wait. */
export async function markUnanswered(db: Db, vendorId: string): Promise<void> {
  const asked = new Date(0);
  await db.updateTable('wash_coupon').set({ asked }).where('vendor_id', '=', vendorId).where('state', '=', 'asked').execute();
}

/** @returns false where another call has stored it before */
export async function endCoupon(tx: Tx, vendorId: string, image: string, made: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('wash_coupon')
    .set({ state: 'made', image, made })
    .where('vendor_id', '=', vendorId)
    .where('state', '!=', 'made')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
