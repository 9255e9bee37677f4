export type BillingErrorCode =
  | 'anchor_in_past'
  | 'backdate_in_future'
  | 'backdated_trial'
  | 'trial_in_past'
  | 'cancel_in_past'
  | 'already_exists'
  | 'no_subscription'
  | 'subscription_ended'
  | 'clock_behind'
  | 'nothing_due'
  | 'proration_date_outside_period'
  | 'interval_changed'
  | 'no_such_item'
  | 'phase_in_past'
  | 'no_such_open_invoice';

/** The request is invalid for this subscription: the caller responds 400, and nothing has changed. */
export class BillingError extends Error {
  readonly code: BillingErrorCode;

  constructor(code: BillingErrorCode, message: string) {
    super(message);
    this.name = 'BillingError';
    this.code = code;
  }
}
