import type {
  ProviderCard,
  ProviderCharge,
  ProviderDispute,
  ProviderInvoice,
  ProviderPaymentIntent,
  ProviderRefund,
} from '../../common/provider-objects.ts';
import { time } from './rows.ts';
import { saleOf } from './sale.ts';

export const paymentMethodRow = (method: ProviderCard) => ({
  id: method.id,
  customer: method.customer ?? null,
  brand: method.card?.brand ?? method.type,
  last4: method.card?.last4 ?? null,
  fingerprint: method.card?.fingerprint ?? null,
});

/** The row of a charge without `site`, which may depend on the invoice and its subscription: charge-sites.store.ts. */
export function chargeRow(charge: ProviderCharge) {
  const details = charge.payment_method_details;
  const card = details?.card ?? details?.card_present;
  return {
    id: charge.id,
    customer: charge.customer,
    payment_intent: charge.payment_intent,
    created: time(charge.created),
    amount: charge.amount,
    status: charge.status,
    brand: card?.brand ?? details?.type ?? null,
    last4: card?.last4 ?? null,
    fingerprint: card?.fingerprint ?? null,
    terminal: charge.metadata['terminal'] ?? null,
    receipt_number: charge.receipt_number,
  };
}

/** Returns the intent that paid an invoice, otherwise the one that will. */
function paymentIntentOf({ payments }: ProviderInvoice): string | null {
  const all = payments?.data.filter(({ payment }) => payment.payment_intent) ?? [];
  const one = all.find(({ status }) => status === 'paid') ?? all.find(({ status }) => status === 'open') ?? all[0];
  return one?.payment.payment_intent ?? null;
}

export const invoiceRow = (invoice: ProviderInvoice) => ({
  id: invoice.id,
  customer: invoice.customer,
  subscription: invoice.parent?.subscription_details?.subscription ?? null,
  payment_intent: paymentIntentOf(invoice),
  created: time(invoice.created),
  status: invoice.status,
  number: invoice.number,
  receipt_number: invoice.receipt_number,
});

export const refundRow = (refund: ProviderRefund) => ({
  id: refund.id,
  charge: refund.charge,
  created: time(refund.created),
  status: refund.status,
});

export const paymentIntentRow = (intent: ProviderPaymentIntent) => ({
  id: intent.id,
  customer: intent.customer,
  created: time(intent.created),
  status: intent.status,
  sale: saleOf(intent.metadata),
});

export const disputeRow = (dispute: ProviderDispute) => ({
  id: dispute.id,
  charge: dispute.charge,
  created: time(dispute.created),
  status: dispute.status,
});
