import type { Charge } from './charge.ts';

export type RefundStatus = 'pending' | 'succeeded' | 'failed';
export type Refund = ReturnType<typeof makeRefund>;

interface Parts {
  id: string;
  amount: number;
  created: number;
  charge: Charge;
  metadata: Record<string, string>;
  reason: string | null;
  status: RefundStatus;
  /** What becomes of it by itself, and when (epoch seconds). */
  settles: { at: number; status: RefundStatus } | null;
}

export function makeRefund({ id, amount, created, charge, metadata, reason, status, settles }: Parts) {
  const type = charge.payment_method_details.type;
  return {
    id,
    object: 'refund' as const,
    amount,
    balance_transaction: null,
    charge: charge.id,
    created,
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: { ...destinationOf(type), type },
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status,
    transfer_reversal: null,
    /** The stand-in's own; never shown. */
    settles,
  };
}

function destinationOf(type: string): object {
  return type === 'link' ? {} : { card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' } };
}
