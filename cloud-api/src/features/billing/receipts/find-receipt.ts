import { notFound, type Failure } from '../../../common/failure.ts';
import { isOwnId } from '../../../common/own-id.ts';
import type { Db } from '../../../db/pool.ts';
import type { ReceiptKind } from '../../../documents/receipt-facts.ts';
import { mirrored } from '../../../mirror/reads/mirrored.ts';
import { mirroredReceipt } from './mirrored-receipt.ts';
import { idsOfNumber } from './receipt-number.ts';
import type { Receipt, ReceiptOf } from './receipt.ts';
import { idBetween, receiptRecordBySubject, recordById } from './receipts.store.ts';
import { comingIncrease, usageReceipt } from './usage-receipt.store.ts';

export const unknownReceipt = (): Failure => notFound('receipt_not_found', 'Receipt not found');

/** The notice of a coming price before the member has been told; its record will have the schedule as its subject. */
export type IncreaseNotice = ReceiptOf<'priceincrease'> & { schedule: string };

/** Returns the notice of the coming price for the member of a usage. @throws Failure 404 `receipt_not_found` */
export async function increaseNotice(db: Db, usage: string): Promise<IncreaseNotice> {
  const redeem = isOwnId(usage) ? await usageReceipt(db, usage) : null;
  if (!redeem) throw unknownReceipt();
  const { subscription, facts, ...receipt } = redeem;
  const increase = subscription === null ? null : await comingIncrease(db, subscription);
  if (!increase) throw notFound('receipt_not_found', 'This customer has no upcoming price increase');
  const { schedule, ...coming } = increase;
  return { ...receipt, kind: 'priceincrease', schedule, facts: { ...facts, ...coming } };
}

/**
 * Finds a receipt by its own id or printed number, by its usage's id, or by the provider's id of its subject: the newest record, otherwise
 * one made from the mirror.
 * @param kind picks one of several
 * @throws Failure 404 `receipt_not_found`
 */
export async function findReceipt(db: Db, given: string, kind?: ReceiptKind): Promise<Receipt> {
  const ids = idsOfNumber(given);
  const id = ids === null ? given : ((await idBetween(db, ids)) ?? given);
  const found = isOwnId(id)
    ? await ownReceipt(db, id, kind)
    : ((await receiptRecordBySubject(db, id, kind)) ?? (await mirroredReceipt(db, id)));
  if (!found || (kind !== undefined && found.kind !== kind)) throw unknownReceipt();
  return found.kind === 'refund' ? withoutFailed(db, found) : found;
}

/** Omits amounts that were not returned: a refund may fail days after its receipt was written. */
async function withoutFailed(db: Db, receipt: ReceiptOf<'refund'>): Promise<ReceiptOf<'refund'>> {
  const { facts } = receipt;
  const refunds = await Promise.all(facts.refunds.map((id) => mirrored(db, 'refund', id)));
  const ended = refunds.filter((refund) => refund?.status === 'failed' || refund?.status === 'canceled');
  if (ended.length === 0) return receipt;
  const failed = ended.reduce((sum, refund) => sum + (refund?.amount ?? 0), 0);
  return { ...receipt, facts: { ...facts, amount: facts.amount - failed, failed } };
}

async function ownReceipt(db: Db, id: string, kind: ReceiptKind | undefined): Promise<Receipt | null> {
  const record = await recordById(db, id);
  if (record) return record;
  return kind === 'priceincrease' ? increaseNotice(db, id) : usageReceipt(db, id);
}
