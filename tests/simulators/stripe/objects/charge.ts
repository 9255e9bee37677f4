import type * as company from '../../company/member-model.ts';
import { billingDetailsOf, passedChecks } from './payment-method.ts';
import { epochSeconds } from './times.ts';

export type Charge = ReturnType<typeof makeRenewalCharge>;

/** What the last renewal charged. A past due member's was declined. */
export function makeRenewalCharge(member: company.Member, subscription: company.Subscription, card: company.Card, amount: number) {
  const paid = subscription.status !== 'past_due';
  const id = subscription.id.replace('sub_', 'ch_');
  return {
    id,
    object: 'charge' as const,
    amount,
    amount_captured: paid ? amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: billingDetailsOf(member),
    calculated_statement_descriptor: 'WASHDESK',
    captured: paid,
    created: epochSeconds(subscription.periodStart),
    currency: 'usd',
    customer: member.id,
    description: 'Subscription update',
    disputed: false,
    failure_balance_transaction: null,
    failure_code: paid ? null : 'card_declined',
    failure_message: paid ? null : 'Your card was declined.',
    fraud_details: {},
    livemode: false,
    metadata: {} as Record<string, string>,
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: paid ? null : '05',
      network_status: paid ? 'approved_by_network' : 'declined_by_network',
      reason: paid ? null : 'generic_decline',
      risk_level: 'normal',
      seller_message: paid ? 'Payment complete.' : 'The bank did not return any further details with this decline.',
      type: paid ? 'authorized' : 'issuer_declined',
    },
    paid,
    payment_intent: null,
    payment_method: card.id,
    payment_method_details: { card: chargedCard(card, amount, paid), type: 'card' },
    receipt_email: null,
    receipt_number: null,
    receipt_url: paid ? `https://pay.stripe.com/receipts/${id}` : null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: paid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  };
}

function chargedCard(card: company.Card, amount: number, paid: boolean) {
  return {
    amount_authorized: paid ? amount : null,
    authorization_code: null,
    brand: card.brand,
    checks: passedChecks(),
    country: 'US',
    electronic_commerce_indicator: null,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    fingerprint: card.fingerprint,
    funding: 'credit',
    installments: null,
    last4: card.last4,
    mandate: null,
    network: card.brand,
    network_transaction_id: null,
    regulated_status: 'unregulated',
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  };
}
