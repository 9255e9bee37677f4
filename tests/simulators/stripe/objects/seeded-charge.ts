import type * as company from '@washdesk/simulators/company/member-model';
import { declines } from '../cards/declines.ts';
import { makeCharge, type Charge } from './charge.ts';
import { makePaymentIntent, type PaymentIntent } from './payment-intent.ts';
import type { PaymentMethod } from './payment-method.ts';
import { epochSeconds } from './times.ts';

/**
 * Creates an invoice's charge and intent. An unpaid one was declined; one that was paid later was declined first.
 * @param amount cents
 */
export function makeRenewalPayment(
  subscription: company.Subscription,
  method: PaymentMethod,
  customer: string,
  { amount, paid, paidAt }: { amount: number; paid: boolean; paidAt: number | null },
): { charges: Charge[]; paymentIntent: PaymentIntent } {
  const created = epochSeconds(subscription.periodStart);
  const description = 'Subscription update';
  const intentId = subscription.id.replace('sub_', 'pi_');
  const chargedAt = (at: number, isPaid: boolean): Charge =>
    makeCharge({
      id: subscription.id.replace('sub_', isPaid === paid ? 'ch_' : 'ch_declined'),
      amount,
      created: at,
      method,
      verdict: { decline: isPaid ? null : declines.generic_decline, riskLevel: 'normal' },
      capture: true,
      customer,
      description,
      paymentIntent: intentId,
    });
  const charge = chargedAt(paidAt ?? created, paid);
  const intent = makePaymentIntent({
    id: intentId,
    clientSecret: `${intentId}_secret_seeded`,
    amount,
    created,
    customer,
    description,
    allowedTypes: null,
    paymentMethod: method.id,
  });
  const paymentIntent: PaymentIntent = {
    ...intent,
    amount_received: charge.amount_captured,
    latest_charge: charge.id,
    payment_method: paid ? method.id : null,
    status: paid ? 'succeeded' : 'requires_payment_method',
  };
  return { charges: [...(paidAt === null ? [] : [chargedAt(created, false)]), charge], paymentIntent };
}
