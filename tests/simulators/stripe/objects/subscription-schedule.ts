import type * as company from '../../company/member-model.ts';
import { billingPeriod } from '../../company/calendar.ts';
import { epochSeconds } from './times.ts';

export type SubscriptionSchedule = ReturnType<typeof makeSchedule>;

type Increase = NonNullable<company.Subscription['increase']>;

/** A scheduled price increase: today's price until it starts, the new one for a month, then released (facts, "schedule an increase"). */
export function makeSchedule(member: company.Member, subscription: company.Subscription, increase: Increase) {
  const start = epochSeconds(subscription.periodStart);
  const change = epochSeconds(increase.startsAt);
  const end = Math.floor(billingPeriod(new Date(increase.startsAt)).end.getTime() / 1000);
  return {
    id: increase.scheduleId,
    object: 'subscription_schedule' as const,
    application: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    canceled_at: null,
    completed_at: null,
    created: start,
    current_phase: { start_date: start, end_date: change },
    customer: member.id,
    customer_account: null,
    default_settings: {
      application_fee_percent: null,
      automatic_tax: { disabled_reason: null, enabled: false, liability: null },
      billing_cycle_anchor: 'automatic',
      billing_thresholds: null,
      collection_method: 'charge_automatically',
      default_payment_method: member.card?.id ?? null,
      description: null,
      invoice_settings: {
        account_tax_ids: null,
        custom_fields: null,
        days_until_due: null,
        description: null,
        footer: null,
        issuer: { type: 'self' },
      },
      on_behalf_of: null,
      transfer_data: null,
    },
    end_behavior: 'release',
    livemode: false,
    metadata: {} as Record<string, string>,
    pause_schedules: [],
    phases: [phase(subscription.priceId, start, change), phase(increase.priceId, change, end)],
    released_at: null,
    released_subscription: null,
    status: 'active',
    subscription: subscription.id,
    test_clock: null,
  };
}

function phase(price: string, start: number, end: number) {
  return {
    add_invoice_items: [],
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: null,
    billing_thresholds: null,
    collection_method: null,
    currency: 'usd',
    default_payment_method: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    end_date: end,
    invoice_settings: null,
    items: [{ billing_thresholds: null, discounts: [], metadata: {}, plan: price, price, quantity: 1, tax_rates: [] }],
    metadata: {},
    on_behalf_of: null,
    proration_behavior: 'none',
    start_date: start,
    transfer_data: null,
    trial_end: null,
  };
}
