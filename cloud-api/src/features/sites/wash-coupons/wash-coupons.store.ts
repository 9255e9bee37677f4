import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';

/** Longer than any request to the provider takes, so that no response is pending after it. */
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
 * - ordering: this call sends the order; `mayExist` if an earlier one may have arrived
 * - busy: another call is ordering it now
 * - made: the coupon exists
 * - past: the coupon is so old that its image is no longer stored
 * - other: the invoice has, or may have, a coupon from another request
 */
type Begun =
  | { kind: 'ordering'; mayExist: boolean }
  | { kind: 'busy' }
  | { kind: 'made'; image: string }
  | { kind: 'past' }
  | { kind: 'other' }
  | { kind: 'key_reused' };

/** Stores the coupon before the request is sent, so that no invoice gets two coupons. */
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

/** Marks that the provider rejected the order or was unreachable: the invoice has no coupon. */
export async function markNotOrdered(db: Db, vendorId: string): Promise<void> {
  await db.updateTable('wash_coupon').set({ state: 'unsent' }).where('vendor_id', '=', vendorId).where('state', '=', 'asked').execute();
}

/** Marks that the request ended without a response, so that the next one does not have to wait. */
export async function markUnanswered(db: Db, vendorId: string): Promise<void> {
  const asked = new Date(0);
  await db.updateTable('wash_coupon').set({ asked }).where('vendor_id', '=', vendorId).where('state', '=', 'asked').execute();
}

/** @returns false if another call has already stored it */
export async function endCoupon(tx: Tx, vendorId: string, image: string, made: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('wash_coupon')
    .set({ state: 'made', image, made })
    .where('vendor_id', '=', vendorId)
    .where('state', '!=', 'made')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
