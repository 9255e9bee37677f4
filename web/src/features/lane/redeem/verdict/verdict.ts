import type { z } from 'zod';
import { redeem } from '@washdesk/contracts/lane/redeem';
import { redeemErrorMessage, redeemMessages, type RedeemStatus } from '@washdesk/rules/lane/redeem';
import { isPaymentDue, paymentDueLabel } from '@washdesk/rules/plans/statuses';

export type RedeemAnswer = z.infer<typeof redeem.response>;

/** The result of a redeem lookup (docs/rules/lane.md#redeem). */
export type VerdictKind = 'recorded' | 'paymentDue' | 'lookedUp' | 'already' | 'notActive' | 'notFound' | 'failed' | 'unknown';

export interface Verdict {
  kind: VerdictKind;
  code: string;
  message: string;
  /** The API's data of the member; null if it found none or was not called. */
  member: RedeemAnswer | null;
}

/** A request that ended without a 2xx: its HTTP status, or null without a response. */
export interface LookupFailure {
  status: number | null;
  message: string;
}

/** Statuses of a gateway without a response from the API: the outcome is unknown, as without any response. */
const gatewaySilence: readonly number[] = [502, 504];

const notRecorded = 'Active plan found. No usage was recorded';
const outcomeUnknown = 'No response. The usage may or may not have been recorded';

export function readAnswer(code: string, answer: RedeemAnswer): Verdict {
  const verdict = (kind: VerdictKind, message: string): Verdict => ({ kind, code, message, member: answer });
  if (answer.error === redeemMessages.alreadyRedeemed) return verdict('already', answer.error);
  if (answer.error !== undefined) return verdict('failed', redeemErrorMessage(answer.error));
  if (!answer.found) return { ...verdict('notFound', redeemMessages.customerNotFound), member: null };
  if (!answer.active) return verdict('notActive', redeemMessages.noActivePlan);
  if (answer.usageId === null) return verdict('lookedUp', notRecorded);
  if (answer.status !== null && isPaymentDue(answer.status))
    return verdict('paymentDue', `${redeemMessages.usageRecorded}. ${paymentDueLabel}`);
  return verdict('recorded', redeemMessages.usageRecorded);
}

export function readFailure(code: string, { status, message }: LookupFailure): Verdict {
  if (status === 404) return { kind: 'notFound', code, message: redeemMessages.customerNotFound, member: null };
  if (status === null || gatewaySilence.includes(status)) return { kind: 'unknown', code, message: outcomeUnknown, member: null };
  return { kind: 'failed', code, message: redeemErrorMessage(message), member: null };
}

/** Returns the verdict on a code redeemed within the last minutes, rejected without a call. */
export function refuseRepeated(code: string): Verdict {
  return { kind: 'already', code, message: redeemMessages.alreadyRedeemed, member: null };
}

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
      return 'Not Found';
    default:
      return null;
  }
}
