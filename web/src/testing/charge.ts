import type { Charge } from '@washdesk/contracts/billing/charge';

/** A charge of $12.50 at a register by default. */
export const testCharge = (id: string, changes: Partial<Charge> = {}): Charge => ({
  id,
  created: Date.parse('2026-11-22T04:30:00Z') / 1_000,
  status: 'succeeded',
  amount: 1_250,
  amount_captured: 1_250,
  amount_refunded: 0,
  refundable: 1_250,
  refunded: 'none',
  disputed: false,
  dispute: null,
  description: 'Wash',
  outcome: null,
  failure_code: null,
  failure_message: null,
  receipt_number: null,
  receipt_url: null,
  statement_descriptor: null,
  payment_intent: `pi_${id}`,
  payment_method_details: { type: 'card_present', brand: 'visa', last4: '4242', exp_month: 1, exp_year: 2030, fingerprint: 'fp_1' },
  metadata: { terminal: 'Washcashier1' },
  site: 12,
  invoice: null,
  customer: null,
  ...changes,
});
