import type * as company from '../../company/member-model.ts';
import { planOf, type Price } from './price.ts';
import { epochSeconds, epochSecondsOrNull } from './times.ts';

/** As stored: the items name their price. On the wire they hold it whole, as it is at that moment. */
export type Subscription = ReturnType<typeof makeSubscription>;

export function makeSubscription(member: company.Member, subscription: company.Subscription) {
  const created = epochSeconds(subscription.created);
  const canceled = subscription.status === 'canceled';
  const periodEnd = epochSeconds(subscription.periodEnd);
  return {
    id: subscription.id,
    object: 'subscription' as const,
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: periodEnd,
    billing_cycle_anchor_config: { day_of_month: 1, hour: 10, minute: 0, month: null, second: 0 },
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: subscription.cancelAtPeriodEnd ? periodEnd : null,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    canceled_at: epochSecondsOrNull(subscription.canceledAt),
    cancellation_details: {
      comment: subscription.cancellationComment,
      feedback: null,
      feedback_option: null,
      reason: subscription.canceledAt ? 'cancellation_requested' : null,
    },
    collection_method: 'charge_automatically',
    created,
    currency: 'usd',
    customer: member.id,
    customer_account: null,
    days_until_due: null,
    default_payment_method: member.card?.id ?? null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: canceled ? epochSecondsOrNull(subscription.canceledAt) : null,
    invoice_settings: { account_tax_ids: null, custom_fields: null, description: null, footer: null, issuer: { type: 'self' } },
    item: {
      id: subscription.itemId,
      priceId: subscription.priceId,
      created,
      periodStart: epochSeconds(subscription.periodStart),
      periodEnd,
    },
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: { ...subscription.metadata },
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: { payment_method_options: null, payment_method_types: null, save_default_payment_method: 'off' },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: subscription.increase?.scheduleId ?? null,
    start_date: created,
    status: subscription.status,
    test_clock: null,
    transfer_data: null,
    trial_end: epochSecondsOrNull(subscription.trialEnd),
    trial_settings: { end_behavior: { billing_cycle_anchor: 'unchanged', missing_payment_method: 'create_invoice' } },
    trial_start: subscription.trialEnd ? created : null,
  };
}

/** The wire's form: the item's price (and its legacy twin, the plan) written out. */
export function showSubscription({ item, ...subscription }: Subscription, price: Price) {
  return {
    ...subscription,
    items: {
      object: 'list',
      data: [
        {
          id: item.id,
          object: 'subscription_item',
          billing_thresholds: null,
          created: item.created,
          current_period_end: item.periodEnd,
          current_period_start: item.periodStart,
          current_trial: null,
          discounts: [],
          metadata: {},
          plan: planOf(price),
          price,
          quantity: 1,
          subscription: subscription.id,
          tax_rates: [],
        },
      ],
      has_more: false,
      url: `/v1/subscription_items?subscription=${subscription.id}`,
    },
  };
}
