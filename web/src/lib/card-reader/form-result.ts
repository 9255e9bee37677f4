import type { StripeError } from '@stripe/stripe-js';
import { plainDecline } from './card-collector.ts';
import type { CardResult } from './card-collector.ts';
import { problemOf } from './card-error.ts';

/** Whether the typed card is incomplete, so that Stripe was not asked. */
export const isIncomplete = ({ type }: StripeError): boolean => type === 'validation_error';

/** The cardholder did not approve at the bank's own page. */
const notApproved = /_authentication_failure$/;

/** The result of a typed card that Stripe refused; where Stripe did not answer, it is unknown whether the bank was asked. */
export function formResult({ type, code = '', decline_code: declineCode, message = '' }: StripeError, title: string): CardResult {
  if (type === 'card_error' || notApproved.test(code)) {
    return { kind: 'declined', decline: plainDecline(declineCode ?? (code || null), message || null) };
  }
  return { kind: 'unclear', problem: problemOf(title, message) };
}
