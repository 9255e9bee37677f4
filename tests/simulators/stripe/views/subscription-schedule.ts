import type { Phase, SubscriptionSchedule } from '../objects/subscription-schedule.ts';
import type { Store } from '../state/store.ts';
import { taxRatesOf } from './subscription.ts';

const issuedBySelf = { account_tax_ids: null, custom_fields: null, days_until_due: null, description: null, footer: null };

export function scheduleView(store: Store, { default_payment_method, phases, ...schedule }: SubscriptionSchedule) {
  return {
    ...schedule,
    application: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    completed_at: null,
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      automatic_tax: { disabled_reason: null, enabled: false, liability: null },
      billing_cycle_anchor: 'automatic',
      billing_thresholds: null,
      collection_method: 'charge_automatically',
      default_payment_method,
      description: null,
      invoice_settings: { ...issuedBySelf, issuer: { type: 'self' } },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: 'release',
    livemode: false,
    pause_schedules: [],
    phases: phases.map((phase) => phaseView(store, phase)),
    test_clock: null,
  };
}

function phaseView(store: Store, { items, default_tax_rates, ...phase }: Phase) {
  return {
    ...phase,
    add_invoice_items: [],
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: null,
    billing_thresholds: null,
    collection_method: null,
    currency: 'usd',
    default_tax_rates: taxRatesOf(store, default_tax_rates ?? []),
    invoice_settings: null,
    items: items.map(({ price, quantity, metadata, taxRates }) => ({
      billing_thresholds: null,
      discounts: [],
      metadata,
      plan: price,
      price,
      quantity,
      tax_rates: taxRatesOf(store, taxRates),
    })),
    on_behalf_of: null,
    transfer_data: null,
    trial_end: null,
  };
}
