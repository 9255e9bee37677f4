import type * as billing from '../billing/model.ts';

/** The fields of an item that the engine does not need; its price and period are in `billing`. */
export interface SubscriptionItem {
  id: string;
  /** Epoch seconds. */
  created: number;
  metadata: Record<string, string>;
  taxRates: string[];
}

/**
 * The stored form: the fields that differ between subscriptions, and the billing engine's state. Fields that the state also has (status,
 * anchor, trial, ends) are copied from it on every change.
 */
export interface Subscription {
  id: string;
  object: 'subscription';
  billing_cycle_anchor: number;
  billing_cycle_anchor_config: AnchorConfig | null;
  cancel_at: number | null;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  cancellation_details: CancellationDetails;
  created: number;
  customer: string;
  default_payment_method: string | null;
  default_tax_rates: string[];
  description: string | null;
  ended_at: number | null;
  items: SubscriptionItem[];
  latest_invoice: string | null;
  metadata: Record<string, string>;
  pause_collection: PauseCollection | null;
  schedule: string | null;
  start_date: number;
  status: billing.Status;
  trial_end: number | null;
  trial_start: number | null;
  /** Never shown. */
  billing: billing.Subscription;
}

export interface PauseCollection {
  behavior: 'keep_as_draft' | 'mark_uncollectible' | 'void';
  /** Epoch seconds; null until a person resumes it. */
  resumes_at: number | null;
}

export interface AnchorConfig {
  day_of_month: number;
  hour: number;
  minute: number;
  month: null;
  second: number;
}

export interface CancellationDetails {
  comment: string | null;
  feedback: string | null;
  feedback_option: null;
  reason: 'cancellation_requested' | 'payment_failed' | null;
}

/** Converts the engine's state to Stripe's fields. */
export function fieldsOf(state: billing.Subscription) {
  const periodEnd = Math.max(...state.items.map(({ period }) => period.end));
  return {
    billing: state,
    billing_cycle_anchor: state.anchor,
    cancel_at: state.endedAt === null ? (state.cancelAtPeriodEnd ? periodEnd : (state.cancelAt ?? null)) : null,
    cancel_at_period_end: state.cancelAtPeriodEnd && state.endedAt === null,
    canceled_at: state.canceledAt,
    created: state.created,
    default_tax_rates: state.taxRates.map(({ id }) => id),
    ended_at: state.endedAt,
    start_date: state.startDate,
    status: state.status,
    trial_end: state.trialEnd,
    trial_start: state.trialEnd === null ? null : (state.trialStart ?? state.created),
  };
}
