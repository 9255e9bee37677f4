import { Failure } from '../../../common/failure.ts';
import type { Db } from '../../../db/pool.ts';
import type { ReadFresh } from '../../../mirror/reads/read-fresh.ts';
import { saleOf } from '../../../mirror/snapshots/sale.ts';
import { stripeUnavailable } from '../../../operations/provider-failures.ts';
import { paymentsOfSale } from './payment-intents.store.ts';

interface Parts {
  db: Db;
  readFresh: ReadFresh;
}

/** Statuses of a sale's payment that block starting another: its money was taken, is authorized or is in transit. */
export const statusesBlockingStart: readonly string[] = ['succeeded', 'requires_capture', 'processing'];
/** Statuses of a sale's payment that block capturing another: of two authorized payments the first captured wins. */
export const statusesBlockingCapture: readonly string[] = ['succeeded', 'processing'];

const final = ['succeeded', 'canceled'];

/**
 * Starting, capturing and canceling payments of one sale are serialized. Without a sale, only the payment's own capture and cancellation
 * are.
 */
export const exclusiveOf = (intent: string, metadata: Record<string, string>): string => saleOf(metadata) ?? `payment-intent:${intent}`;

/**
 * A sale is charged once for any number of keys, and again only after a full refund (docs/decisions/0002-idempotency-keys.md). Open
 * payments are read from the provider: the mirror may lag behind a reader or form.
 * @param own the payment to ignore
 * @throws Failure 409 `sale_charged`, 503 `stripe_unavailable`
 */
export async function refuseChargedSale({ db, readFresh }: Parts, sale: string, refusing: readonly string[], own?: string): Promise<void> {
  const others = async () => (await paymentsOfSale(db, sale)).filter(({ id }) => id !== own);
  const open = (await others()).filter(({ status }) => !final.includes(status));
  for (const { id } of open) {
    if ((await readFresh('payment_intent', id)) === 'stale') throw stripeUnavailable(null);
  }
  const charged = (await others()).find(({ status }) => refusing.includes(status));
  if (charged) throw new Failure(409, 'sale_charged', 'This sale was already charged', { details: { paymentIntent: charged.id } });
}
