import type { z } from 'zod';
import type { redeem, similarCodes } from '@washdesk/contracts/lane/redeem';
import { redeemErrorMessage, redeemMessages, type RedeemStatus } from '@washdesk/rules/lane/redeem';
import { isPaymentDue, notRedeemable, paymentDueLabel } from '@washdesk/rules/plans/statuses';
import type { Lookup } from '../lookup.ts';

export type RedeemAnswer = z.infer<typeof redeem.response>;
export type SimilarCode = z.infer<typeof similarCodes.response>['codes'][number];

/** The result of a redeem lookup (docs/rules/lane.md#redeem). */
export type VerdictKind =
  | 'recorded'
  | 'paymentDue'
  | 'lookedUp'
  | 'already'
  | 'notActive'
  | 'notFound'
  | 'similar'
  | 'failed'
  | 'unknown'
  | 'undone';

export interface Verdict extends Lookup {
  kind: VerdictKind;
  message: string;
  /** The API's data of the member; null if it found none or did not respond. */
  member: RedeemAnswer | null;
  /** For a code that was not found: the codes of members that it may mean. */
  similar: readonly SimilarCode[];
}

/** A request that ended without a 2xx: its HTTP status, or null without a response. */
export interface LookupFailure {
  status: number | null;
  message: string;
}

/** Statuses of a gateway without a response from the API: the outcome is unknown, as without any response. */
const gatewaySilence: readonly number[] = [502, 504];

const notRecorded = 'Active plan found. No usage was recorded';
const withoutWashes = 'This plan includes no washes';
const outcomeUnknown = 'No response yet. It’s checked again automatically';

export function readAnswer(lookup: Lookup, answer: RedeemAnswer): Verdict {
  const verdict = (kind: VerdictKind, message: string): Verdict => ({ ...lookup, kind, message, member: answer, similar: [] });
  if (answer.error === redeemMessages.alreadyRedeemed) return verdict('already', answer.error);
  if (answer.error !== undefined) return verdict('failed', redeemErrorMessage(answer.error));
  if (!answer.found) return { ...verdict('notFound', redeemMessages.customerNotFound), member: null };
  if (!answer.active) return verdict('notActive', answer.status === notRedeemable ? withoutWashes : redeemMessages.noActivePlan);
  if (answer.usageId === null) return verdict('lookedUp', notRecorded);
  if (answer.status !== null && isPaymentDue(answer.status))
    return verdict('paymentDue', `${redeemMessages.usageRecorded}. ${paymentDueLabel}`);
  return verdict('recorded', redeemMessages.usageRecorded);
}

export function readFailure(lookup: Lookup, { status, message }: LookupFailure): Verdict {
  const verdict = (kind: VerdictKind, words: string): Verdict => ({ ...lookup, kind, message: words, member: null, similar: [] });
  if (status === 404) return verdict('notFound', redeemMessages.customerNotFound);
  if (status === null || gatewaySilence.includes(status)) return verdict('unknown', outcomeUnknown);
  return verdict('failed', redeemErrorMessage(message));
}

/** Adds the codes that a code that was not found may mean. */
export function withSimilar(verdict: Verdict, similar: readonly SimilarCode[]): Verdict {
  if (similar.length === 0) return verdict;
  return { ...verdict, kind: 'similar', message: `${verdict.code} was not found. Compare with the car`, similar };
}

const refusals: readonly VerdictKind[] = ['notActive', 'notFound', 'similar', 'failed'];

/** Whether a car was turned away: this stays in sight until the user has dealt with it. */
export const isRefusal = (kind: VerdictKind): boolean => refusals.includes(kind);

/**
 * Whether the next attempt may use a new key. After a server error (5xx) the usage may have been recorded, so the next attempt repeats the
 * key, which is harmless if it was not.
 */
export function isFinal(failure: LookupFailure): boolean {
  return failure.status !== null && failure.status < 500;
}

/** Returns the lookup's status in the list of recent customers; null if the list has no status for it. */
export function recentStatus(kind: VerdictKind): RedeemStatus | null {
  switch (kind) {
    case 'recorded':
    case 'paymentDue':
      return 'Active';
    case 'notActive':
      return 'Not Active';
    case 'notFound':
    case 'similar':
      return 'Not Found';
    default:
      return null;
  }
}
