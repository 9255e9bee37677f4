import type { EdgeCaseKey } from './edge-cases.ts';
import type { Dispute } from './payment-model.ts';

export interface DisputeFate {
  status: Dispute['status'];
  openedDaysAgo: number;
  recovered: boolean;
}

/** What became of a sale that a card was to pay. */
export interface Fate {
  money: 'kept' | 'refunded' | 'partlyRefunded' | 'declined';
  dispute: DisputeFate | null;
  discounted: boolean;
  /** At the site that is not the member's. */
  elsewhere: boolean;
}

export const keptMoney: Fate = { money: 'kept', dispute: null, discounted: false, elsewhere: false };

const disputed = (status: Dispute['status'], openedDaysAgo: number, recovered = false): Fate[] => [
  { ...keptMoney, dispute: { status, openedDaysAgo, recovered } },
];

/** What the odd ones bought at the counter. */
export const edgeCaseFates: Partial<Record<EdgeCaseKey, readonly Fate[]>> = {
  refunded: [
    { ...keptMoney, money: 'refunded' },
    { ...keptMoney, money: 'partlyRefunded' },
    { ...keptMoney, money: 'declined' },
  ],
  disputed: disputed('needs_response', 3),
  disputeReviewed: disputed('under_review', 20),
  disputeWon: disputed('won', 60),
  disputeLost: disputed('lost', 50),
  disputeCollected: disputed('lost', 70, true),
  // the window of four months begins on the first of a month, so it is five at most
  oldDispute: disputed('lost', 200),
  discounts: [
    { ...keptMoney, discounted: true },
    { ...keptMoney, discounted: true },
    { ...keptMoney, discounted: true, elsewhere: true },
  ],
};
