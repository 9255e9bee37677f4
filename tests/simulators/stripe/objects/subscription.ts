import type * as billing from '../billing/model.ts';
import type { Store } from '../store.ts';
import { planOf } from './price.ts';
import type { TaxRate } from './tax-rate.ts';

/** What the engine does not know of an item; what it costs and its period are in `billing`. */
export interface SubscriptionItem {
  id: string;
  /** Epoch seconds. */
  created: number;
  metadata: Record<string, string>;
  taxRates: string[];
}

/**
 * As stored: what differs between subscriptions, and the billing engine's state. The fields that the state tells as well
 * (status, anchor, trial, ends) are copied from it whenever it changes.
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
  schedule: string | null;
  start_date: number;
  status: billing.Status;
  trial_end: number | null;
  trial_start: number | null;
  /** Never shown. */
  billing: billing.Subscription;
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

/** What the engine's state says of a subscription, in Stripe's fields. */
export function fieldsOf(state: billing.Subscription) {
  const periodEnd = Math.max(...state.items.map(({ period }) => period.end));
  return {
    billing: state,
    billing_cycle_anchor: state.anchor,
    cancel_at: state.cancelAtPeriodEnd && state.endedAt === null ? periodEnd : null,
    cancel_at_period_end: state.cancelAtPeriodEnd && state.endedAt === null,
    canceled_at: state.canceledAt,
    created: state.created,
    default_tax_rates: state.taxRates.map(({ id }) => id),
    ended_at: state.endedAt,
    start_date: state.startDate,
    status: state.status,
    trial_end: state.trialEnd,
    trial_start: state.trialEnd === null ? null : state.created,
  };
}

/** The wire's form: items, prices (with their legacy twins, the plans) and tax rates written out. */
export function showSubscription(store: Store, { billing: state, items, default_tax_rates, ...subscription }: Subscription) {
  return {
    ...subscription,
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible', updated_at: subscription.created },
    billing_schedules: [],
    billing_thresholds: null,
    collection_method: 'charge_automatically',
    currency: 'usd',
    customer_account: null,
    days_until_due: null,
    default_source: null,
    default_tax_rates: showTaxRates(store, default_tax_rates),
    discounts: [],
    invoice_settings: { account_tax_ids: null, custom_fields: null, description: null, footer: null, issuer: { type: 'self' } },
    items: {
      object: 'list',
      data: state.items.map((item) => showItem(store, subscription.id, item, ownPartOf(item.id, items))),
      has_more: false,
      url: `/v1/subscription_items?subscription=${subscription.id}`,
    },
    livemode: false,
    managed_payments: { enabled: false },
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: { payment_method_options: null, payment_method_types: null, save_default_payment_method: 'off' },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    test_clock: null,
    transfer_data: null,
    trial_settings: { end_behavior: { billing_cycle_anchor: 'now', missing_payment_method: 'create_invoice' } },
  };
}

export function showTaxRates(store: Store, ids: readonly string[]): TaxRate[] {
  return ids.map((id) => {
    const rate = store.get('tax_rate', id);
    if (!rate) throw new Error(`a tax rate does not exist: ${id}`);
    return rate;
  });
}

function showItem(
  store: Store,
  subscription: string,
  { id, price: { id: priceId }, quantity, period }: billing.Item,
  own: SubscriptionItem,
) {
  const price = store.get('price', priceId);
  if (!price) throw new Error(`subscription ${subscription} names a price that does not exist: ${priceId}`);
  return {
    id,
    object: 'subscription_item',
    billing_thresholds: null,
    created: own.created,
    current_period_end: period.end,
    current_period_start: period.start,
    current_trial: null,
    discounts: [],
    metadata: own.metadata,
    plan: planOf(price),
    price,
    quantity,
    subscription,
    tax_rates: showTaxRates(store, own.taxRates),
  };
}

function ownPartOf(id: string, items: readonly SubscriptionItem[]): SubscriptionItem {
  const own = items.find((item) => item.id === id);
  if (!own) throw new Error(`the subscription's item ${id} is not described`);
  return own;
}
