import type { Charge } from '@washdesk/contracts/billing/charge';
import type { CallFailure } from '../../lib/api/call-failure.ts';
import type { RequestOutcome, TriggerResult } from '../../lib/idempotent-requests/retry-idempotent.ts';
import { chargeCardRun, type PaymentActions } from './charge-card.ts';
import { scriptedCollector } from './collector.fixture.ts';
import type { PaymentState } from './decline-of.ts';
import { capturedPayment, paymentState } from './payments.fixture.ts';

export const charge = { id: 'ch_1' } as Charge;
export const approved = { kind: 'done', value: { paymentIntent: 'pi_1', charge } };

export const done = <T>(data: T): RequestOutcome<T> => ({ kind: 'done', data });
export const failure = (status: number | null, code: string, message = 'words'): CallFailure => ({
  status,
  code,
  message,
  requestId: 'r-1',
});
export const state = (status: string, more: Partial<PaymentState> = {}): TriggerResult<PaymentState> => ({
  data: { ...paymentState, status, ...more },
});
const { result, paymentIntent } = capturedPayment;
export const success = done({ result, paymentIntent: { ...paymentIntent, latest_charge: charge } });

/** Charges a card with these actions. */
export const charging = (actions: PaymentActions) =>
  chargeCardRun(actions)({ report: () => undefined, takeOver: false, signal: new AbortController().signal });

/** Returns the server's responses in sequence; the last one repeats. */
export function actionsWith(
  responses: TriggerResult<PaymentState>[],
  more: Partial<PaymentActions> = {},
): PaymentActions & { fetched: () => number } {
  let fetched = 0;
  return {
    collector: scriptedCollector([{ kind: 'done' }]),
    begin: async () => done({ id: 'pi_1', client_secret: 'pi_1_secret', status: 'requires_payment_method', mode: 'payment' as const }),
    checkBegin: async () => ({ kind: 'open' }),
    fetchPayment: async () => responses[Math.min(fetched++, responses.length - 1)] ?? {},
    fetchSetup: async () => ({ error: failure(404, 'setup_intent_not_found') }),
    capture: async () => success,
    checkCapture: async () => ({ kind: 'open' }),
    wait: async () => undefined,
    ...more,
    fetched: () => fetched,
  };
}
