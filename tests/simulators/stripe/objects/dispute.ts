import type { Charge } from './charge.ts';

export type DisputeStatus =
  | 'warning_needs_response'
  | 'warning_under_review'
  | 'warning_closed'
  | 'needs_response'
  | 'under_review'
  | 'won'
  | 'lost';
export type Dispute = ReturnType<typeof makeDispute>;

/** The text fields of the evidence; each uploaded file is a file id. */
export const evidenceTexts = [
  'access_activity_log',
  'billing_address',
  'cancellation_policy',
  'cancellation_policy_disclosure',
  'cancellation_rebuttal',
  'customer_communication',
  'customer_email_address',
  'customer_name',
  'customer_purchase_ip',
  'customer_signature',
  'duplicate_charge_documentation',
  'duplicate_charge_explanation',
  'duplicate_charge_id',
  'product_description',
  'receipt',
  'refund_policy',
  'refund_policy_disclosure',
  'refund_refusal_explanation',
  'service_date',
  'service_documentation',
  'shipping_address',
  'shipping_carrier',
  'shipping_date',
  'shipping_documentation',
  'shipping_tracking_number',
  'uncategorized_file',
  'uncategorized_text',
] as const;

export type EvidenceText = (typeof evidenceTexts)[number];

/** The text fields that are ids of uploaded files. */
export const evidenceFiles: ReadonlySet<EvidenceText> = new Set([
  'cancellation_policy',
  'customer_communication',
  'customer_signature',
  'duplicate_charge_documentation',
  'receipt',
  'refund_policy',
  'service_documentation',
  'shipping_documentation',
  'uncategorized_file',
]);

/** Visa's reason codes. */
const networkReasons: Readonly<Record<string, string>> = {
  fraudulent: '10.4',
  product_not_received: '13.1',
  duplicate: '12.6',
  general: '13.7',
};

interface Parts {
  id: string;
  created: number;
  charge: Charge;
  reason: string;
  /** An inquiry by the bank; no money has moved. */
  inquiry: boolean;
  /** Epoch seconds. */
  dueBy: number;
  brand: string;
}

export function makeDispute({ id, created, charge, reason, inquiry, dueBy, brand }: Parts) {
  const networkReasonCode = inquiry ? '10' : (networkReasons[reason] ?? '13.7');
  return {
    id,
    object: 'dispute' as const,
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: { ...emptyEvidence(), enhanced_evidence: {} },
    evidence_details: {
      due_by: dueBy as number | null,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: inquiry,
    livemode: false,
    metadata: {} as Record<string, string>,
    network_reason_code: networkReasonCode,
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: { brand, case_type: inquiry ? 'inquiry' : 'chargeback', network: brand, network_reason_code: networkReasonCode },
      type: 'card',
    },
    reason,
    status: (inquiry ? 'warning_needs_response' : 'needs_response') as DisputeStatus,
    /** The bank's decision and its time (epoch seconds). Never shown. */
    decision: null as { at: number; status: DisputeStatus } | null,
  };
}

function emptyEvidence(): Record<EvidenceText, string | null> {
  return Object.fromEntries(evidenceTexts.map((name) => [name, null])) as Record<EvidenceText, string | null>;
}
