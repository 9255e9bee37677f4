import type { Dispute } from '@washdesk/contracts/billing/dispute';
import { disputeIsDecided } from '@washdesk/rules/billing/disputes';
import { atLeast, Role } from '@washdesk/rules/company/roles';
import { counted } from '@washdesk/rules/text/counts';

export type DisputeAction = 'collect' | 'evidence' | 'lost' | 'won' | 'uncollectable' | 'restore';

/** Whether the dispute was written off, not collected. */
export const isWrittenOff = ({ metadata }: Pick<Dispute, 'metadata'>): boolean =>
  metadata.feesCollected && metadata.recoveryCharge === null;

/**
 * Returns the actions for a dispute (docs/rules/billing.md#disputes). Evidence can be prepared or viewed and a decided dispute collected.
 * An Admin marks any other, even under review; the API explains its rejection.
 */
export function disputeActionsOf({ status, metadata }: Pick<Dispute, 'status' | 'metadata'>, roles: number): DisputeAction[] {
  const decided = disputeIsDecided(status);
  const isAdmin = atLeast(roles, Role.Admin);
  if (isWrittenOff({ metadata })) return ['evidence', 'restore'];
  return [
    ...(decided && metadata.recoveryCharge === null ? ['collect' as const] : []),
    'evidence',
    ...(!decided && isAdmin ? (['lost', 'won'] as const) : []),
    'uncollectable',
  ];
}

const reasons: Readonly<Record<string, string>> = {
  bank_cannot_process: 'Bank can’t process it',
  check_returned: 'Check returned',
  credit_not_processed: 'Credit not processed',
  customer_initiated: 'Requested by customer',
  debit_not_authorized: 'Debit not authorized',
  duplicate: 'Duplicate',
  fraudulent: 'Fraudulent',
  general: 'No reason given',
  incorrect_account_details: 'Incorrect account details',
  insufficient_funds: 'Insufficient funds',
  noncompliant: 'Noncompliant with network rules',
  product_not_received: 'Product not received',
  product_unacceptable: 'Product unacceptable',
  subscription_canceled: 'Subscription canceled',
  unrecognized: 'Unrecognized',
};

/** Returns the card holder's reason in words. */
export const disputeReason = (reason: string): string => reasons[reason] ?? 'General';

const statuses: Readonly<Record<string, { tone: 'go' | 'wait' | 'stop' | 'neutral'; words: string }>> = {
  needs_response: { tone: 'stop', words: 'Needs a response' },
  warning_needs_response: { tone: 'wait', words: 'Inquiry: needs a response' },
  under_review: { tone: 'wait', words: 'Under review' },
  warning_under_review: { tone: 'wait', words: 'Inquiry: under review' },
  warning_closed: { tone: 'neutral', words: 'Inquiry closed' },
  won: { tone: 'go', words: 'Won' },
  lost: { tone: 'stop', words: 'Lost' },
  prevented: { tone: 'neutral', words: 'Prevented' },
};

export const disputeStatus = (status: string) => statuses[status] ?? { tone: 'neutral' as const, words: status.replaceAll('_', ' ') };

const daySeconds = 86_400;

/** Returns how long evidence can be submitted, in whole days. @param due epoch seconds */
export function timeForEvidence(due: number, now: Date): string {
  const left = due - now.getTime() / 1_000;
  const days = Math.floor(left / daySeconds);
  if (left <= 0) return 'The evidence deadline has passed';
  if (days === 0) return 'Evidence due in less than a day';
  return `Evidence due in ${counted(days, 'day')}`;
}
