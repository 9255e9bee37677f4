import type { GiftKind } from '@washdesk/rules/billing/gift-limits';
import { customerKeys } from '@washdesk/rules/company/metadata-keys';
import { toE164 } from '@washdesk/rules/customers/phones';
import type { Principal } from '../../../../common/caller.ts';
import type { Db, Tx } from '../../../../db/pool.ts';
import { mirrored } from '../../../../mirror/reads/mirrored.ts';
import type { Gift, GiftLimits } from '../../../../operations/gift-limits.ts';

interface Receiver {
  customer: string;
  /** Null if no card is charged. */
  paymentMethod: string | null;
}

interface StartGifts extends Receiver {
  kinds: readonly GiftKind[];
  operation: string;
}

/** Counts what a sign-up or reinstatement gives: for the customer, the plate, the card and the phone. @throws Failure 403 `forbidden` */
export async function countStartGifts(gifts: GiftLimits, tx: Tx, by: Principal, given: StartGifts): Promise<void> {
  const { kinds, operation, customer } = given;
  if (kinds.length === 0) return;
  const members = await receiverOf(tx, given);
  for (const kind of kinds) await gifts.count(tx, by, { kind, source: operation, operation, customer, members });
}

export async function receiverOf(db: Db | Tx, { customer, paymentMethod }: Receiver): Promise<Gift['members']> {
  const [of, card] = await Promise.all([
    mirrored(db, 'customer', customer),
    paymentMethod === null ? null : mirrored(db, 'payment_method', paymentMethod),
  ]);
  return {
    plate: of?.metadata?.[customerKeys.plate] ?? null,
    phone: toE164(of?.phone ?? ''),
    card: card?.card?.fingerprint ?? null,
  };
}
