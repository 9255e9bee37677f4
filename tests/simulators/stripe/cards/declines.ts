/** The reason of a decline by a bank or by Stripe. Messages and codes are Stripe's (docs.stripe.com/declines/codes). */
export interface Decline {
  /** The error's code and the charge's failure code. */
  code: 'card_declined' | 'expired_card' | 'incorrect_cvc' | 'processing_error' | 'authentication_required';
  declineCode: string;
  message: string;
  adviceCode: 'confirm_card_data' | 'do_not_try_again' | 'try_again_later' | null;
  /** The card network's code (ISO 8583); null if the network was not asked. */
  networkDeclineCode: string | null;
  sellerMessage: string;
  /** Whether Stripe's rules blocked the payment before it reached the bank. */
  blocked: boolean;
  param: string | null;
}

const byBank = (declineCode: string, networkDeclineCode: string, change: Partial<Decline> = {}): Decline => ({
  code: 'card_declined',
  declineCode,
  message: 'Your card was declined.',
  adviceCode: 'try_again_later',
  networkDeclineCode,
  sellerMessage: `The bank returned the decline code \`${declineCode}\`.`,
  blocked: false,
  param: null,
  ...change,
});

export const declines = {
  generic_decline: byBank('generic_decline', '01', {
    sellerMessage: 'The bank did not return any further details with this decline.',
  }),
  do_not_honor: byBank('do_not_honor', '05', { adviceCode: null }),
  insufficient_funds: byBank('insufficient_funds', '51', { message: 'Your card has insufficient funds.' }),
  lost_card: byBank('lost_card', '41', { adviceCode: 'do_not_try_again' }),
  stolen_card: byBank('stolen_card', '43', { adviceCode: 'do_not_try_again' }),
  expired_card: byBank('expired_card', '54', {
    code: 'expired_card',
    message: 'Your card has expired.',
    adviceCode: 'do_not_try_again',
    param: 'exp_month',
  }),
  incorrect_cvc: byBank('incorrect_cvc', 'N7', {
    code: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
    adviceCode: 'confirm_card_data',
    param: 'cvc',
  }),
  processing_error: byBank('processing_error', '96', {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  }),
  card_velocity_exceeded: byBank('card_velocity_exceeded', '61', {
    message: 'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  }),
  authentication_required: byBank('authentication_required', '1A', {
    code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
    adviceCode: null,
  }),
  fraudulent: byBank('fraudulent', '', {
    adviceCode: null,
    networkDeclineCode: null,
    sellerMessage: 'Stripe blocked this payment as too risky.',
    blocked: true,
  }),
} as const satisfies Record<string, Decline>;

export type DeclineName = keyof typeof declines;
