import type { EdgeCaseKey } from './edge-cases.ts';
import type { Dispute } from './payment-model.ts';

export interface DisputeOutcome {
  status: Dispute['status'];
  openedDaysAgo: number;
  recovered: boolean;
}

/** The outcome of a card sale. */
export interface SaleOutcome {
  money: 'kept' | 'refunded' | 'partlyRefunded' | 'declined';
  dispute: DisputeOutcome | null;
  discounted: boolean;
  /** Whether the sale was at another site than the member's. */
  elsewhere: boolean;
}

export const keptPayment: SaleOutcome = { money: 'kept', dispute: null, discounted: false, elsewhere: false };

const disputed = (status: Dispute['status'], openedDaysAgo: number, recovered = false): SaleOutcome[] => [
  { ...keptPayment, dispute: { status, openedDaysAgo, recovered } },
];

/** The counter purchases of the edge cases. */
export const edgeCaseOutcomes: Partial<Record<EdgeCaseKey, readonly SaleOutcome[]>> = {
  refunded: [
    { ...keptPayment, money: 'refunded' },
    { ...keptPayment, money: 'partlyRefunded' },
    { ...keptPayment, money: 'declined' },
  ],
  disputed: disputed('needs_response', 3),
  disputeReviewed: disputed('under_review', 20),
  disputeWon: disputed('won', 60),
  disputeLost: disputed('lost', 50),
  disputeCollected: disputed('lost', 70, true),
  // the window of four months starts on the 1st, so it is at most five months
  oldDispute: disputed('lost', 200),
  discounts: [
    { ...keptPayment, discounted: true },
    { ...keptPayment, discounted: true },
    { ...keptPayment, discounted: true, elsewhere: true },
  ],
};
