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

/** Statuses of a sale's payment beside which no other is started: its money was taken, is held on a card or is on its way. */
export const statusesBlockingStart: readonly string[] = ['succeeded', 'requires_capture', 'processing'];
/** Statuses of a sale's payment beside which no other is captured: of two authorized payments the first captured wins. */
export const statusesBlockingCapture: readonly string[] = ['succeeded', 'processing'];

const final = ['succeeded', 'canceled'];

/**
 * Starting, capturing and cancelling payments of one sale wait for each other; a payment without a sale has only its own capture and
 * cancellation to wait for.
 */
export const exclusiveOf = (intent: string, metadata: Record<string, string>): string => saleOf(metadata) ?? `payment-intent:${intent}`;

/**
 * A sale is charged once, whatever the keys; again only after its money was given back in full (docs/decisions/0002-idempotency-keys.md).
 * The provider is asked about open payments, for the mirror may not know yet what a reader or a form has done.
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
  if (charged) throw new Failure(409, 'sale_charged', 'This sale was already charged', { details: { paymentIntent: charged.id } });
}
