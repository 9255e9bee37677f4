import { paymentKeys, refundKeys } from '@washdesk/rules/company/metadata-keys';
import type { CardPayment, Refund as GivenBack } from '@washdesk/simulators/company/payment-model';
import { declines } from '../cards/declines.ts';
import { makeCharge, type Charge } from '../objects/charge.ts';
import type { PaymentIntent } from '../objects/payment-intent.ts';
import { makePaymentIntent } from '../objects/payment-intent.ts';
import type { PaymentMethod } from '../objects/payment-method.ts';
import { makeRefund, settledDestination } from '../objects/refund.ts';
import { epochSeconds } from '../objects/times.ts';
import type { StoredObject } from '../state/store.ts';
import { seededDispute } from './seeded-dispute.ts';

/** Employee names by number. */
type Names = ReadonlyMap<number, string>;

/** Returns a card payment at the counter: the charge with its intent, refunds and dispute. */
export function seededPayment(payment: CardPayment, method: PaymentMethod, names: Names): StoredObject[] {
  const charge = chargeOf(payment, method, names);
  const dispute = payment.dispute && seededDispute(payment.dispute, charge);
  return [
    charge,
    intentOf(payment, charge, method),
    ...payment.refunds.map((refund) => refundOf(refund, payment, charge, names)),
    ...(dispute ? [dispute] : []),
  ];
}

function metadataOf(payment: CardPayment, names: Names): Record<string, string> {
  const { description, employee, recovers, saleId, site, terminal } = payment;
  return {
    [paymentKeys.employeeName]: names.get(employee) ?? '',
    [paymentKeys.employeeNumber]: String(employee),
    [paymentKeys.site]: String(site),
    [paymentKeys.terminal]: terminal,
    [paymentKeys.description]: description,
    ...(saleId !== null && { [paymentKeys.saleId]: String(saleId) }),
    ...(recovers !== null && { [paymentKeys.dispute]: recovers }),
  };
}

function chargeOf(payment: CardPayment, method: PaymentMethod, names: Names): Charge {
  const { serial, amount, at, customer, description, declined, refunds, dispute } = payment;
  const charge = makeCharge({
    id: `ch_${serial}`,
    amount,
    created: epochSeconds(at),
    method,
    verdict: { decline: declined ? declines.insufficient_funds : null, riskLevel: 'normal' },
    capture: true,
    customer,
    description,
    paymentIntent: `pi_${serial}`,
    metadata: metadataOf(payment, names),
  });
  const refunded = refunds.reduce((sum, refund) => sum + refund.amount, 0);
  return { ...charge, amount_refunded: refunded, refunded: refunded === amount, disputed: dispute !== null };
}

function intentOf({ serial, declined }: CardPayment, charge: Charge, method: PaymentMethod): PaymentIntent {
  const { amount, created, customer, description, metadata } = charge;
  const id = `pi_${serial}`;
  const intent = makePaymentIntent({
    id,
    clientSecret: `${id}_secret_seeded`,
    amount,
    created,
    customer,
    description,
    allowedTypes: null,
    paymentMethod: method.id,
    metadata,
  });
  return {
    ...intent,
    amount_received: charge.amount_captured,
    latest_charge: charge.id,
    payment_method: declined ? null : method.id,
    status: declined ? 'requires_payment_method' : 'succeeded',
  };
}

function refundOf({ id, amount, at, note, employee }: GivenBack, { site, terminal }: CardPayment, charge: Charge, names: Names) {
  const metadata = {
    [refundKeys.employeeName]: names.get(employee) ?? '',
    [refundKeys.employeeNumber]: String(employee),
    [refundKeys.site]: String(site),
    [refundKeys.terminal]: terminal,
    [refundKeys.note]: note,
  };
  const refund = makeRefund({
    id,
    amount,
    created: epochSeconds(at),
    charge,
    metadata,
    reason: null,
    status: 'succeeded',
    settles: null,
    balanceTransaction: id.replace('re_', 'txn_'),
  });
  return { ...refund, destination_details: settledDestination(refund) };
}
