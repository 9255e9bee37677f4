import { useSelector } from 'react-redux';
import { capturePaymentIntent, createPaymentIntent } from '@washdesk/contracts/billing/payment-intent';
import { retryIdempotent, freshResult } from '../../lib/idempotent-requests/retry-idempotent.ts';
import { useOperationCheck } from '../../lib/idempotent-requests/use-operation-check.ts';
import { pendingRequests } from '../../lib/pending-requests/pending-requests.ts';
import { selectWorkplace } from '../../lib/workplace.ts';
import type { StepUp } from '../step-up/use-step-up.tsx';
import {
  useCapturePaymentIntentMutation,
  useCreatePaymentIntentMutation,
  useLazyPaymentIntentQuery,
  useLazySetupIntentQuery,
} from './card-capture-api.ts';
import type { PaymentActions } from './charge-card.ts';
import type { CardPaymentRequest } from './payment-request.ts';

/** Keys of captures by payment. Each authorization has its own key, because a declined card may be followed by another. */
const captures = pendingRequests('payment.capture', 600_000);

/** The interval between two queries of a payment that the bank still processes. */
const bankWaitMs = 1_000;

/**
 * The API calls of a charge, for `chargeCardRun`, which is independent of React.
 * @param reader whether cards are read here: it is then a reader payment, even if a card is typed
 */
export function usePaymentActions(request: CardPaymentRequest, reader: boolean, { ask }: StepUp): Omit<PaymentActions, 'collector'> {
  const { locationId } = useSelector(selectWorkplace);
  const [create] = useCreatePaymentIntentMutation();
  const [payment] = useLazyPaymentIntentQuery();
  const [setup] = useLazySetupIntentQuery();
  const [capture] = useCapturePaymentIntentMutation();
  const check = useOperationCheck();

  const { key, ...fields } = request;
  const body = { ...fields, ...(locationId && { location: locationId }), usePayTerminal: reader ? 'yes' : 'no' } as const;
  const settling = <T extends { kind: string }>(id: string, end: T): T => {
    if (end.kind !== 'unknown' && end.kind !== 'open') captures.settle(id);
    return end;
  };

  return {
    begin: () => retryIdempotent(() => ask(createPaymentIntent, { body, idempotencyKey: key }, create)),
    checkBegin: () => check(createPaymentIntent, key),
    fetchPayment: async (id) => freshResult(await payment({ params: { id }, query: { noCache: 'true' } })),
    fetchSetup: async (id) => freshResult(await setup({ params: { id } })),
    capture: async (id) => settling(id, await retryIdempotent(() => capture({ params: { id }, idempotencyKey: captures.idFor(id) }))),
    checkCapture: async (id) => settling(id, await check(capturePaymentIntent, captures.idFor(id))),
    wait: () => new Promise((resolve) => setTimeout(resolve, bankWaitMs)),
  };
}
