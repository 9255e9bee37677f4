import type { Verdict } from '../cards/verdict.ts';
import { makePaymentDetails, type CardRead } from './charge-details.ts';
import type { PaymentMethod } from './payment-method.ts';

export type Charge = ReturnType<typeof makeCharge>;

interface Parts {
  id: string;
  amount: number;
  created: number;
  method: PaymentMethod;
  verdict: Verdict;
  /** False to only authorize: the amount is captured later, before `captureBefore`. */
  capture: boolean;
  captureBefore?: number | undefined;
  customer: string | null;
  description: string | null;
  paymentIntent: string | null;
  metadata?: Record<string, string>;
  receiptEmail?: string | null;
  statementDescriptor?: string | null;
  statementDescriptorSuffix?: string | null;
  cardRead?: CardRead | undefined;
  generatedCard?: string | null;
}

export function makeCharge(parts: Parts) {
  const { verdict, amount } = parts;
  const paid = verdict.decline === null;
  const captured = paid && parts.capture;
  return {
    id: parts.id,
    object: 'charge' as const,
    amount,
    amount_captured: captured ? amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: parts.method.billing_details,
    calculated_statement_descriptor: 'WASHDESK',
    captured,
    created: parts.created,
    currency: 'usd',
    customer: parts.customer,
    description: parts.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: (verdict.decline?.code ?? null) as string | null,
    failure_message: verdict.decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: parts.metadata ?? {},
    on_behalf_of: null,
    outcome: makeOutcome(verdict),
    paid,
    payment_intent: parts.paymentIntent,
    payment_method: parts.method.id,
    payment_method_details: makePaymentDetails(parts.method, { ...parts, paid }),
    receipt_email: parts.receiptEmail ?? null,
    receipt_number: null as string | null,
    /** the path of its page; the view adds the simulator's origin */
    receipt_url: paid ? `/receipts/${parts.id}` : null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: parts.statementDescriptor ?? null,
    statement_descriptor_suffix: parts.statementDescriptorSuffix ?? null,
    status: paid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  };
}

function makeOutcome({ decline, riskLevel }: Verdict) {
  if (decline === null) {
    return {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: 'approved_by_network',
      reason: riskLevel === 'elevated' ? 'elevated_risk_level' : null,
      risk_level: riskLevel,
      seller_message: 'Payment complete.',
      type: 'authorized',
    };
  }
  return {
    advice_code: decline.adviceCode,
    network_advice_code: null,
    network_decline_code: decline.networkDeclineCode,
    network_status: decline.blocked ? 'not_sent_to_network' : 'declined_by_network',
    reason: decline.blocked ? 'highest_risk_level' : decline.declineCode,
    risk_level: riskLevel,
    seller_message: decline.sellerMessage,
    type: decline.blocked ? 'blocked' : 'issuer_declined',
  };
}
