import type * as billing from '../billing/model.ts';
import { planOf } from '../objects/price.ts';
import type { Subscription, SubscriptionItem } from '../objects/subscription.ts';
import type { TaxRate } from '../objects/tax-rate.ts';
import type { Store } from '../state/store.ts';

/** Returns the wire format, including items, prices (with their legacy twins, the plans) and tax rates. */
export function subscriptionView(store: Store, { billing: state, items, default_tax_rates, ...subscription }: Subscription) {
  return {
    ...subscription,
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible', updated_at: subscription.created },
    billing_schedules: [],
    billing_thresholds: null,
    collection_method: state.daysUntilDue == null ? 'charge_automatically' : 'send_invoice',
    currency: 'usd',
    customer_account: null,
    days_until_due: state.daysUntilDue ?? null,
    default_source: null,
    default_tax_rates: taxRatesOf(store, default_tax_rates),
    discounts: (state.discounts ?? []).map(({ id }) => id),
    invoice_settings: { account_tax_ids: null, custom_fields: null, description: null, footer: null, issuer: { type: 'self' } },
    items: {
      object: 'list',
      data: state.items.map((item) => itemView(store, subscription.id, item, ownPartOf(item.id, items))),
      has_more: false,
      url: `/v1/subscription_items?subscription=${subscription.id}`,
    },
    livemode: false,
    managed_payments: { enabled: false },
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    payment_settings: { payment_method_options: null, payment_method_types: null, save_default_payment_method: 'off' },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    test_clock: null,
    transfer_data: null,
    trial_settings: { end_behavior: { billing_cycle_anchor: 'now', missing_payment_method: 'create_invoice' } },
  };
}

export function taxRatesOf(store: Store, ids: readonly string[]): TaxRate[] {
  return ids.map((id) => {
    const rate = store.get('tax_rate', id);
    if (!rate) throw new Error(`Tax rate not found: ${id}`);
    return rate;
  });
}

function itemView(
  store: Store,
  subscription: string,
  { id, price: { id: priceId }, quantity, period }: billing.Item,
  own: SubscriptionItem,
) {
  const price = store.get('price', priceId);
  if (!price) throw new Error(`Price ${priceId} of subscription ${subscription} not found`);
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
    tax_rates: taxRatesOf(store, own.taxRates),
  };
}

function ownPartOf(id: string, items: readonly SubscriptionItem[]): SubscriptionItem {
  const own = items.find((item) => item.id === id);
  if (!own) throw new Error(`Subscription item ${id} not found`);
  return own;
}
