import type { Dispute } from '@washdesk/contracts/billing/dispute';

/** A dispute that needs a response. */
export const testDispute = (more: Partial<Dispute> = {}): Dispute => ({
  id: 'du_1',
  created: 1_790_000_000,
  status: 'needs_response',
  amount: 2_999,
  reason: 'fraudulent',
  payment_method_details: { type: 'card', brand: 'visa', last4: '4242' },
  metadata: { feesCollected: false, recoveryCharge: null },
  charge: { id: 'ch_1', created: 1_789_000_000, description: 'Super Kiss' },
  evidence_details: { due_by: 1_791_000_000 },
  counts: true,
  ...more,
});
