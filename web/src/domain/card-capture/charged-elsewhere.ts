import { z } from 'zod';
import { messageOf, type CallFailure } from '../../lib/api/call-failure.ts';
import { cardMessages } from '../../lib/card-reader/card-error.ts';
import type { TriggerResult } from '../../lib/idempotent-requests/retry-idempotent.ts';
import { failedCardRun, type CardRunResult } from './card-run.ts';
import type { PaymentState } from './decline-of.ts';
import type { Approved } from './payment-request.ts';

export type FetchPaymentIntent = (id: string) => Promise<TriggerResult<PaymentState>>;

const named = z.object({ paymentIntent: z.string() });

/** Returns the payment that has already charged the sale, from the details of a 409 `sale_charged`. */
function otherPaymentOf({ code, details }: CallFailure): string | null {
  return code === 'sale_charged' ? (named.safeParse(details).data?.paymentIntent ?? null) : null;
}

/** The message while the other payment is open: it may still succeed or be canceled. */
const underWay = 'Another payment for this sale is in progress. Try again when it finishes';

/** Returns the result of a charge whose sale belongs to another payment (409 `sale_charged`); null for any other rejection. */
export async function chargedElsewhereResult(
  refusal: CallFailure,
  fetchPayment: FetchPaymentIntent,
): Promise<CardRunResult<Approved> | null> {
  const other = otherPaymentOf(refusal);
  if (other === null) return null;
  const { data: state } = await fetchPayment(other);
  if (!state) return failedCardRun(cardMessages.noPayment(messageOf(refusal)));
  if (state.status !== 'succeeded') return failedCardRun(cardMessages.noPayment(underWay));
  return { kind: 'done', value: paidElsewhere(state) };
}

export const paidElsewhere = ({ id, amount_received, latest_charge }: PaymentState): Approved => ({
  paymentIntent: id,
  charge: latest_charge,
  elsewhere: { amount: amount_received },
});
