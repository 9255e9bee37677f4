/** The `{error}` codes of StripeTerminal's methods, as at Stripe. */
export type TerminalErrorCode =
  | 'no_established_connection'
  | 'no_active_collect_payment_method_attempt'
  | 'no_active_collect_setup_intent_payment_method_attempt'
  | 'no_active_collect_refund_payment_method_attempt'
  | 'no_active_read_reusable_card_attempt'
  | 'canceled'
  | 'cancelable_already_completed'
  | 'network_error'
  | 'reader_error'
  | 'already_connected'
  | 'command_already_in_progress';

export class TerminalError extends Error {
  readonly code: TerminalErrorCode;

  constructor(code: TerminalErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
