import { auditBy, writeAudit } from '../../../audit/audit.ts';
import { Failure } from '../../../common/failure.ts';
import type { ProviderPaymentIntent } from '../../../common/provider-objects.ts';
import type { Db } from '../../../db/pool.ts';
import type { OperationRun } from '../../../operations/operation-run.ts';

const storedCard = (): Failure =>
  new Failure(
    409,
    'stored_card_refused',
    'This is a saved card, so nothing was charged. Read or enter the card now, or get approval for a saved card',
  );

/**
 * Whether the card of an authorized payment was read or entered for this payment. A browser with the payment's secret can pass any card of
 * its customer to Stripe, bypassing our checks; such a card belongs to a customer or is older than the payment.
 */
async function isPresentedNow(run: OperationRun<object>, { payment_method: id, created }: ProviderPaymentIntent): Promise<boolean> {
  const card = id ? await run.payments.fetch('payment_method', id, 'interactive') : null;
  return card !== null && card.customer == null && (card.created ?? 0) >= created;
}

/**
 * Releases an authorization on a stored card before any money is taken.
 * @throws Failure 409 `stored_card_refused`
 */
export async function refuseStoredCard(db: Db, run: OperationRun<object>, intent: ProviderPaymentIntent, at: Date): Promise<void> {
  if (await isPresentedNow(run, intent)) return;
  const { id } = intent;
  const gone = async (): Promise<ProviderPaymentIntent | null> => {
    const now = await run.payments.fetch('payment_intent', id, 'interactive');
    return now?.status === 'canceled' ? now : null;
  };
  await run.write('payment_intent', 'cancel', (step) => run.payments.cancelPaymentIntent(step, id), gone);
  await writeAudit(db, {
    ...auditBy(run.by),
    action: 'payment.canceled',
    subject: `payment_intent:${id}`,
    before: { status: intent.status },
    after: { status: 'canceled' },
    why: 'It was authorized on a saved card in a browser',
    at,
  });
  throw storedCard();
}
