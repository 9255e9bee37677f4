import type { Charge } from '@washdesk/contracts/billing/charge';
import { refundState, refundableCents, type ChargeFacts } from '@washdesk/rules/billing/refunds';
import type { ChargeOutcome, ProviderCharge } from '../../common/provider-objects.ts';

/** What the mirror stores about a charge besides the charge itself. */
export interface ChargeContext {
  customer: Charge['customer'];
  invoice: Charge['invoice'];
  dispute: string | null;
  site: number | null;
}

export const chargeFacts = (charge: ProviderCharge, customerDeleted: boolean): ChargeFacts => ({
  status: charge.status,
  captured: charge.captured,
  amountCaptured: charge.amount_captured,
  amountRefunded: charge.amount_refunded,
  disputed: charge.disputed,
  customerDeleted,
});

function outcomeView(outcome: ChargeOutcome | null): Charge['outcome'] {
  if (!outcome) return null;
  const { type, reason, risk_level = null, seller_message, network_status } = outcome;
  return { type, reason, risk_level, seller_message, network_status };
}

function cardView(details: ProviderCharge['payment_method_details']): Charge['payment_method_details'] {
  if (!details) return null;
  const { brand = null, last4 = null, exp_month = null, exp_year = null, fingerprint = null } = details.card ?? details.card_present ?? {};
  return { type: details.type, brand, last4, exp_month, exp_year, fingerprint };
}

/** Converts the provider's charge to the contract's. */
export function chargeView(charge: ProviderCharge, { customer, invoice, dispute, site }: ChargeContext): Charge {
  const facts = chargeFacts(charge, customer?.deleted ?? false);
  return {
    id: charge.id,
    created: charge.created,
    status: charge.status,
    amount: charge.amount,
    amount_captured: charge.amount_captured,
    amount_refunded: charge.amount_refunded,
    refundable: refundableCents(facts),
    refunded: refundState(facts),
    disputed: charge.disputed,
    dispute,
    description: charge.description,
    outcome: outcomeView(charge.outcome),
    failure_code: charge.failure_code,
    failure_message: charge.failure_message,
    receipt_number: charge.receipt_number,
    receipt_url: charge.receipt_url,
    statement_descriptor: charge.calculated_statement_descriptor ?? charge.statement_descriptor ?? null,
    payment_intent: charge.payment_intent,
    payment_method_details: cardView(charge.payment_method_details),
    metadata: charge.metadata,
    site,
    invoice,
    customer,
  };
}
