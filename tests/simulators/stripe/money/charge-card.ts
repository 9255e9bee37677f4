import type { Verdict } from '../cards/verdict.ts';
import type { CardRead } from '../objects/charge-details.ts';
import { makeCharge, type Charge } from '../objects/charge.ts';
import type { PaymentIntent } from '../objects/payment-intent.ts';
import type { PaymentMethod } from '../objects/payment-method.ts';
import type { Sandbox } from '../state/sandbox.ts';

const day = 86_400;

/** The time to capture an authorization, in seconds (docs: "Place a hold on a payment method"). */
const holdOf = (method: PaymentMethod): number => (method.type === 'card_present' ? 2 * day : 7 * day);

export interface Presented {
  cardRead: CardRead | undefined;
  generatedCard: string | null;
}

/** Creates the charge of a verdict: succeeded, authorized or failed. */
export function chargeCard(
  sandbox: Sandbox,
  intent: PaymentIntent,
  method: PaymentMethod,
  verdict: Verdict,
  presented?: Presented,
): Charge {
  const capture = intent.capture_method !== 'manual';
  const holds = !capture && verdict.decline === null;
  const charge = makeCharge({
    id: sandbox.newId('ch'),
    amount: intent.amount,
    created: sandbox.now(),
    method,
    verdict,
    capture,
    captureBefore: holds ? sandbox.now() + holdOf(method) : undefined,
    customer: intent.customer,
    description: intent.description,
    paymentIntent: intent.id,
    metadata: intent.metadata,
    receiptEmail: intent.receipt_email,
    statementDescriptor: intent.statement_descriptor,
    statementDescriptorSuffix: intent.statement_descriptor_suffix,
    cardRead: presented?.cardRead,
    generatedCard: presented?.generatedCard ?? null,
  });
  sandbox.store.put(charge);
  sandbox.emit(charge.paid ? 'charge.succeeded' : 'charge.failed', charge.id);
  return charge;
}
