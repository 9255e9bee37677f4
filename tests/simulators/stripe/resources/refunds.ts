import { refundCharge, withoutCharge } from '../money/refunds.ts';
import type { Charge } from '../objects/charge.ts';
import type { Refund } from '../objects/refund.ts';
import { matches } from '../server/matching.ts';
import { createOperation, listOperation, retrieveOperation, updateOperation, type Operation } from '../server/operation.ts';
import type { Sandbox } from '../state/sandbox.ts';
import { noSuch, noSuchReference, StripeFault } from '../wire/errors.ts';
import type { Input } from '../wire/input.ts';
import { mergedMetadata } from '../wire/metadata.ts';

const path = '/v1/refunds';

function create(sandbox: Sandbox, input: Input): Refund {
  return refundCharge(sandbox, chargeFrom(sandbox, input), {
    amount: input.integer('amount', { from: 1, to: 99_999_999 }),
    reason: input.choice('reason', ['duplicate', 'fraudulent', 'requested_by_customer']) ?? null,
    metadata: mergedMetadata({}, input),
  });
}

/** Finds the charge by its id, or by the intent that created it. */
function chargeFrom({ store }: Sandbox, input: Input): Charge {
  const id = input.text('charge');
  const intentId = input.text('payment_intent');
  if (id) return store.get('charge', id) ?? missingCharge(id);
  if (!intentId) throw new StripeFault(400, 'One of the following params should be provided for this request: payment_intent or charge.');
  const intent = store.get('payment_intent', intentId) ?? missingIntent(intentId);
  const charge = intent.latest_charge === null ? undefined : store.get('charge', intent.latest_charge);
  if (charge?.paid) return charge;
  throw withoutCharge(intentId);
}

/** Real Stripe responds as if the charge were in the path. */
function missingCharge(id: string): never {
  throw noSuch('charge', id);
}

function missingIntent(id: string): never {
  throw noSuchReference('payment_intent', id, 'payment_intent');
}

export const refundOperations: readonly Operation[] = [
  listOperation({
    kind: 'refund',
    path,
    filters: ['charge', 'payment_intent', 'created'],
    where(input) {
      const same = matches<Refund>({ charge: input.text('charge'), payment_intent: input.text('payment_intent') });
      const created = input.range('created');
      return (refund) => same(refund) && created(refund.created);
    },
  }),
  retrieveOperation('refund', path, { param: 'refund' }),
  createOperation(path, ['charge', 'payment_intent', 'amount', 'reason', 'metadata'], create),
  updateOperation('refund', path, ['metadata'], (refund, input) => ({ metadata: mergedMetadata(refund.metadata, input) }), {
    param: 'refund',
    event: 'refund.updated',
  }),
];
