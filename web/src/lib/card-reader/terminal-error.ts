import type { ExposedError } from '@stripe/terminal-js';

/** Stripe's codes for a collection canceled at the screen and at the reader. */
const canceledCodes: readonly string[] = ['canceled', 'canceled_by_customer'];

export const isCanceled = ({ code = '' }: ExposedError): boolean => canceledCodes.includes(code);

/** Stripe's codes for a reader that could not report the outcome; the same card is then processed again. */
const silentCodes: readonly string[] = ['network_error', 'network_timeout'];

/** What to do after a card was read but not processed. 'unclear': ask the API for the outcome. */
export type AfterProcessing = 'canceled' | 'declined' | 'again' | 'unclear';

export function afterProcessing(error: ExposedError): AfterProcessing {
  if (isCanceled(error)) return 'canceled';
  const { code = '', decline_code: declineCode, payment_intent: intent } = error;
  if (declineCode || code === 'card_declined' || intent?.status === 'requires_payment_method') return 'declined';
  if (intent?.status === 'requires_confirmation' || silentCodes.includes(code)) return 'again';
  return 'unclear';
}
