import type { Db } from '../../../db/pool.ts';
import { stripeUnavailable } from '../../../operations/provider-failures.ts';
import { Failure } from '../../../common/failure.ts';
import type { ReadFresh } from '../../../mirror/reads/read-fresh.ts';
import { saleOf } from '../../../mirror/snapshots/sale.ts';
import { paymentsOfSale } from './payment-intents.store.ts';

interface Parts {
  db: Db;
  readFresh: ReadFresh;
}

/** No other charge of the sale is begun beside money that was taken, is held on a card or is on its way. */
export const statusesBlockingStart: readonly string[] = ['succeeded', 'requires_capture', 'processing'];
/** Of two payments that were both authorized the first captured wins. */
export const statusesBlockingCapture: readonly string[] = ['succeeded', 'processing'];

const final = ['succeeded', 'canceled'];

/** Beginning, capturing and cancelling the payments of a sale wait for each other; of a payment without a sale, its own two. */
export const exclusiveOf = (intent: string, metadata: Record<string, string>): string => saleOf(metadata) ?? `payment-intent:${intent}`;

/**
 * A sale is charged once, whatever keys; again only after its money was given back in full (docs/decisions/0002-idempotency-keys.md). What the
 * reader or a form has done to its open payments the mirror may not know yet, so the provider is asked.
 * @param own the payment that is not another
 * @throws Failure 409 `sale_charged`, 503 `stripe_unavailable`
 */
export async function refuseChargedSale({ db, readFresh }: Parts, sale: string, refusing: readonly string[], own?: string): Promise<void> {
  const others = async () => (await paymentsOfSale(db, sale)).filter(({ id }) => id !== own);
  const open = (await others()).filter(({ status }) => !final.includes(status));
  for (const { id } of open) {
    if ((await readFresh('payment_intent', id)) === 'stale') throw stripeUnavailable(null);
  }
  const charged = (await others()).find(({ status }) => refusing.includes(status));
  if (charged) throw new Failure(409, 'sale_charged', 'This sale has been charged already', { details: { paymentIntent: charged.id } });
}
