import { z } from 'zod';
import { messageOf, type CallFailure } from '../../lib/api/call-failure.ts';
import { cardMessages } from '../../lib/card-reader/card-trouble.ts';
import { failed, type RunEnd } from './card-run.ts';
import type { PaymentState } from './decline-of.ts';
import type { Approved } from './payment-wish.ts';

const named = z.object({ paymentIntent: z.string() });

/** The other payment that the sale has (409 `sale_charged`); null where a call was refused for anything else. */
export function otherPaymentOf({ code, details }: CallFailure): string | null {
  return code === 'sale_charged' ? (named.safeParse(details).data?.paymentIntent ?? null) : null;
}

/** Its money may still come, or be called back. */
const underWay = 'Another payment of this sale is under way. Please try again when it has ended';

/** @param state of the other payment; undefined where it could not be looked at */
export function endedElsewhere(refusal: CallFailure, state: PaymentState | undefined): RunEnd<Approved> {
  if (!state) return failed(cardMessages.noPayment(messageOf(refusal)));
  if (state.status !== 'succeeded') return failed(cardMessages.noPayment(underWay));
  return { kind: 'done', value: paidElsewhere(state) };
}

export const paidElsewhere = ({ id, amount_received, latest_charge }: PaymentState): Approved => ({
  paymentIntent: id,
  charge: latest_charge,
  elsewhere: { amount: amount_received },
});
