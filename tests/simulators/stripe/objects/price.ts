import type * as company from '../../company/model.ts';

export type Price = ReturnType<typeof makePrice>;

/** @param created epoch seconds */
export function makePrice(price: company.Price, created: number) {
  const metadata: Record<string, string> = {
    site: String(price.site),
    product_class: price.productClass,
    availableonline: price.availableOnline ? '1' : '0',
    allow_prorate: String(price.allowProrate),
    current_price: String(price.current),
    next_price: String(!price.current),
  };
  return {
    id: price.id,
    object: 'price' as const,
    active: true,
    billing_scheme: 'per_unit',
    created,
    currency: 'usd',
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata,
    nickname: price.nickname,
    product: price.productId,
    recurring: { interval: 'month', interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' },
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: 'recurring',
    unit_amount: price.unitAmount,
    unit_amount_decimal: String(price.unitAmount),
  };
}

/** The legacy view of a price that a subscription's items still carry. */
export function planOf(price: Price) {
  return {
    id: price.id,
    object: 'plan' as const,
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: price.billing_scheme,
    created: price.created,
    currency: price.currency,
    interval: price.recurring.interval,
    interval_count: price.recurring.interval_count,
    livemode: price.livemode,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: price.product,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: price.recurring.usage_type,
  };
}
