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

/** Whether evidence can still be submitted; an inquiry counts as a dispute. */
export function disputeIsOpen(status: string): boolean {
  return status === 'needs_response' || status === 'warning_needs_response';
}

/**
 * Whether a dispute counts toward 'Disputed Charges': it needs a response or is at most four months old, counted from the 1st of `today`'s
 * month, and its fees are not collected.
 */
export function isCountedDispute({ created, status, feesCollected }: DisputeFacts, today: CalendarDate): boolean {
  if (feesCollected) return false;
  return status === 'needs_response' || created * 1_000 >= Date.parse(addMonths(monthStart(today), -windowMonths));
}
