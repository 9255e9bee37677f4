import type { Dispute } from '@washdesk/contracts/billing/dispute';
import { disputeIsDecided } from '@washdesk/rules/billing/disputes';
import { atLeast, Role } from '@washdesk/rules/company/roles';
import { counted } from '@washdesk/rules/text/counts';

export type DisputeAction = 'collect' | 'evidence' | 'lost' | 'won' | 'uncollectable';

/**
 * What can be done about a dispute (docs/rules/billing.md#disputes): evidence is prepared or looked at, what was decided is collected, anything
 * else an Admin marks, also while it is under review, where the API explains its refusal.
 */
export function disputeActionsOf({ status, metadata }: Pick<Dispute, 'status' | 'metadata'>, roles: number): DisputeAction[] {
  const decided = disputeIsDecided(status);
  const isAdmin = atLeast(roles, Role.Admin);
  return [
    ...(decided && metadata.recoveryCharge === null ? ['collect' as const] : []),
    'evidence',
    ...(!decided && isAdmin ? (['lost', 'won'] as const) : []),
    'uncollectable',
  ];
}

const reasons: Readonly<Record<string, string>> = {
  bank_cannot_process: 'The bank cannot process it',
  check_returned: 'A check was returned',
  credit_not_processed: 'A credit was not processed',
  customer_initiated: 'The customer asked for it',
  debit_not_authorized: 'The debit was not authorized',
  duplicate: 'Charged twice',
  fraudulent: 'Not made by the card holder',
  general: 'No reason given',
  incorrect_account_details: 'Wrong account',
  insufficient_funds: 'Not enough money on the account',
  noncompliant: 'Against the network’s rules',
  product_not_received: 'Nothing was received',
  product_unacceptable: 'Not as described',
  subscription_canceled: 'The plan had been canceled',
  unrecognized: 'Not recognized by the card holder',
};

/** Why the card holder disputes, in words. */
export const disputeReason = (reason: string): string => reasons[reason] ?? 'Another reason';

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

/** How long evidence can still be handed in, in whole days. @param due epoch seconds */
export function timeForEvidence(due: number, now: Date): string {
  const left = due - now.getTime() / 1_000;
  const days = Math.floor(left / daySeconds);
  if (left <= 0) return 'The time for evidence is over';
  if (days === 0) return 'Evidence due in less than a day';
  return `Evidence due in ${counted(days, 'day')}`;
}
