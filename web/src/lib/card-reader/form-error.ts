import type { StripeError } from '@stripe/stripe-js';
import { plainDecline } from './card-taker.ts';
import type { CardEnd } from './card-taker.ts';
import { problemOf } from './card-trouble.ts';

/** What was typed is not a whole card yet: nobody was asked. */
export const isIncomplete = ({ type }: StripeError): boolean => type === 'validation_error';

/** The cardholder did not approve at the bank's own page. */
const notApproved = /_authentication_failure$/;

/** What follows a card that was typed in and refused; where Stripe did not answer, nobody knows whether the bank was asked. */
export function formEnd({ type, code = '', decline_code: declineCode, message = '' }: StripeError, title: string): CardEnd {
  if (type === 'card_error' || notApproved.test(code)) {
    return { kind: 'declined', decline: plainDecline(declineCode ?? (code || null), message || null) };
  }
  return { kind: 'unclear', problem: problemOf(title, message) };
}
