import type { ExposedError } from '@stripe/terminal-js';

/** Both say that a person has cancelled: at the screen or at the reader. */
const canceledCodes: readonly string[] = ['canceled', 'canceled_by_customer'];

export const isCanceled = ({ code = '' }: ExposedError): boolean => canceledCodes.includes(code);

/** The reader could not tell how it went, so the same card is processed again (facts, "StripeTerminal"). */
const silentCodes: readonly string[] = ['network_error', 'network_timeout'];

/** What follows a card that was read but not processed. 'unclear': the API must be asked what has become of it. */
export type AfterProcessing = 'canceled' | 'declined' | 'again' | 'unclear';

export function afterProcessing(error: ExposedError): AfterProcessing {
  if (isCanceled(error)) return 'canceled';
  const { code = '', decline_code: declineCode, payment_intent: intent } = error;
  if (declineCode || code === 'card_declined' || intent?.status === 'requires_payment_method') return 'declined';
  if (intent?.status === 'requires_confirmation' || silentCodes.includes(code)) return 'again';
  return 'unclear';
}
