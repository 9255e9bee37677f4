import { addMonths, monthStart, type CalendarDate } from '../dates/dates.ts';

/** The facts that determine a dispute's state. `created` is epoch seconds. */
export interface DisputeFacts {
  created: number;
  status: string;
  feesCollected: boolean;
}

const windowMonths = 4;

/** Whether the bank has decided the dispute; its amount can be collected only afterwards (docs/rules/billing.md#disputes). */
export function disputeIsDecided(status: string): boolean {
  return status === 'won' || status === 'lost';
}

/** Statuses in which nothing is left to do but wait, and final ones. */
export const answeredDisputeStatuses: readonly string[] = [
  'under_review',
  'warning_under_review',
  'won',
  'lost',
  'prevented',
  'warning_closed',
];

/** The statuses that this release knows. */
const knownStatuses: readonly string[] = [...answeredDisputeStatuses, 'needs_response', 'warning_needs_response'];

export const isKnownDisputeStatus = (status: string): boolean => knownStatuses.includes(status);

/** Whether a response is needed; an inquiry counts as a dispute, and an unknown status needs a person too. */
export const disputeIsOpen = (status: string): boolean => !disputeIsAnswered(status);

export const disputeIsAnswered = (status: string): boolean => answeredDisputeStatuses.includes(status);

/**
 * Whether a dispute counts toward 'Disputed Charges': it needs a response or is at most four months old, counted from the 1st of `today`'s
 * month, and its fees are not collected.
 */
export function isCountedDispute({ created, status, feesCollected }: DisputeFacts, today: CalendarDate): boolean {
  if (feesCollected) return false;
  return (
    status === 'needs_response' ||
    !isKnownDisputeStatus(status) ||
    created * 1_000 >= Date.parse(addMonths(monthStart(today), -windowMonths))
  );
}
