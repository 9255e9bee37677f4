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
  /** The automatic settlement and its time (epoch seconds). */
  settles: { at: number; status: RefundStatus } | null;
  /** Null if no money has moved. */
  balanceTransaction: string | null;
}

export function makeRefund({ id, amount, created, charge, metadata, reason, status, settles, balanceTransaction }: Parts) {
  const type = charge.payment_method_details.type;
  return {
    id,
    object: 'refund' as const,
    amount,
    balance_transaction: balanceTransaction,
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
    /** the simulator's own field; never shown */
    settles,
  };
}

interface CardDestination {
  reference?: string;
  reference_status: string;
  reference_type: string;
  type: string;
}

function destinationOf(type: string): { card?: CardDestination } {
  return type === 'link' ? {} : { card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' } };
}

/** Adds the bank's reference, with which a customer can trace the refund. */
export function settledDestination({ id, destination_details: details }: Refund): Refund['destination_details'] {
  if (!details.card) return details;
  const digits = Array.from(id, (letter) => letter.charCodeAt(0) % 10).join('');
  return { ...details, card: { ...details.card, reference: digits.padStart(23, '7').slice(-23), reference_status: 'available' } };
}
