import { addMonths, monthStart, type CalendarDate } from '../dates/dates.ts';

/** The facts that decide about a dispute. `created` is epoch seconds. */
export interface DisputeFacts {
  created: number;
  status: string;
  feesCollected: boolean;
}

const windowMonths = 4;

/** A dispute is over when the bank has decided; only then its amount may be collected (docs/rules/billing.md#disputes). */
export function disputeIsDecided(status: string): boolean {
  return status === 'won' || status === 'lost';
}

/** Whether evidence may still be handed in: an inquiry counts as a dispute. */
export function disputeIsOpen(status: string): boolean {
  return status === 'needs_response' || status === 'warning_needs_response';
}

/**
 * Whether a dispute counts toward 'Disputed Charges': it waits for a response or is no older than
 * four months, counted from the first of `today`'s month, and its fees are not collected.
 */
export function isCountedDispute({ created, status, feesCollected }: DisputeFacts, today: CalendarDate): boolean {
  if (feesCollected) return false;
  return status === 'needs_response' || created * 1_000 >= Date.parse(addMonths(monthStart(today), -windowMonths));
}
