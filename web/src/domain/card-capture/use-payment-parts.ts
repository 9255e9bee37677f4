import { capturePaymentIntent, createPaymentIntent } from '@washdesk/contracts/billing/payment-intent';
import { useSelector } from 'react-redux';
import { carryOut, justTold } from '../../lib/acts/carry-out.ts';
import { useActCheck } from '../../lib/acts/use-act-check.ts';
import { unsettledActs } from '../../lib/unsettled/unsettled.ts';
import { selectWorkplace } from '../../lib/workplace.ts';
import type { StepUp } from '../step-up/use-step-up.tsx';
import {
  useCapturePaymentIntentMutation,
  useCreatePaymentIntentMutation,
  useLazyPaymentIntentQuery,
  useLazySetupIntentQuery,
} from './card-capture-api.ts';
import type { PaymentWish } from './payment-wish.ts';
import type { PaymentParts } from './take-payment.ts';

/** Keys of captures by payment. Each authorization is captured under a key of its own: a card that was declined may be followed by another. */
const captures = unsettledActs('payment.capture', 600_000);

/** Between two looks at a payment that the bank still works on. */
const bankWaitMs = 1_000;

/**
 * The API's side of a charge, for the flow that knows no React.
 * @param reader whether cards are read here: the payment is then a reader's, also where a card is typed instead
 */
export function usePaymentParts(wish: PaymentWish, reader: boolean, { ask }: StepUp): Omit<PaymentParts, 'taker'> {
  const { locationId } = useSelector(selectWorkplace);
  const [create] = useCreatePaymentIntentMutation();
  const [payment] = useLazyPaymentIntentQuery();
  const [setup] = useLazySetupIntentQuery();
  const [capture] = useCapturePaymentIntentMutation();
  const check = useActCheck();

  const { key, ...wished } = wish;
  const body = { ...wished, ...(locationId && { location: locationId }), usePayTerminal: reader ? 'yes' : 'no' } as const;
  const settling = <T extends { kind: string }>(id: string, end: T): T => {
    if (end.kind !== 'unknown' && end.kind !== 'open') captures.settle(id);
    return end;
  };

  return {
    begin: () => carryOut(() => ask(createPaymentIntent, { body, idempotencyKey: key }, create)),
    checkBegin: () => check(createPaymentIntent, key),
    look: async (id) => justTold(await payment({ params: { id }, query: { noCache: 'true' } })),
    lookAtSetup: async (id) => justTold(await setup({ params: { id } })),
    capture: async (id) => settling(id, await carryOut(() => capture({ params: { id }, idempotencyKey: captures.idFor(id) }))),
    checkCapture: async (id) => settling(id, await check(capturePaymentIntent, captures.idFor(id))),
    wait: () => new Promise((resolve) => setTimeout(resolve, bankWaitMs)),
  };
}
