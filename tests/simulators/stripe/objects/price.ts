import type * as company from '@washdesk/simulators/company/model';

export interface Recurring {
  interval: 'day' | 'week' | 'month' | 'year';
  interval_count: number;
  meter: null;
  trial_period_days: null;
  usage_type: 'licensed' | 'metered';
}

export type TaxBehavior = 'exclusive' | 'inclusive' | 'unspecified';

export type Price = ReturnType<typeof newPrice>;

/** The fields that differ between prices; amounts in whole cents, `created` in epoch seconds. */
export interface PriceFacts {
  id: string;
  product: string;
  unitAmount: number;
  created: number;
  /** Null for a one-off price. */
  recurring: { interval: Recurring['interval']; count: number; usage?: Recurring['usage_type'] } | null;
  currency?: string;
  active?: boolean;
  nickname?: string | null;
  lookupKey?: string | null;
  metadata?: Record<string, string>;
  taxBehavior?: TaxBehavior;
}

export function newPrice(facts: PriceFacts) {
  const { id, product, unitAmount, created, recurring } = facts;
  return {
    id,
    object: 'price' as const,
    active: facts.active ?? true,
    billing_scheme: 'per_unit',
    created,
    currency: facts.currency ?? 'usd',
    custom_unit_amount: null,
    livemode: false,
    lookup_key: facts.lookupKey ?? null,
    metadata: facts.metadata ?? {},
    nickname: facts.nickname ?? null,
    product,
    recurring: recurring && recurringOf(recurring),
    tax_behavior: facts.taxBehavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: recurring ? 'recurring' : 'one_time',
    unit_amount: unitAmount,
    unit_amount_decimal: String(unitAmount),
  };
}

/** @param created epoch seconds */
export function makePrice(price: company.Price, created: number): Price {
  return newPrice({
    id: price.id,
    product: price.productId,
    unitAmount: price.unitAmount,
    created,
    recurring: { interval: 'month', count: 1 },
    nickname: price.nickname,
    metadata: {
      site: String(price.site),
      product_class: price.productClass,
      availableonline: price.availableOnline ? '1' : '0',
      allow_prorate: String(price.allowProrate),
      current_price: String(price.current),
      next_price: String(!price.current),
    },
  });
}

/** Returns the legacy view of a price that subscription items still contain. */
export function planOf(price: Price) {
  if (!price.recurring) throw new Error(`Price ${price.id} is not recurring`);
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

function recurringOf({ interval, count, usage = 'licensed' }: NonNullable<PriceFacts['recurring']>): Recurring {
  return { interval, interval_count: count, meter: null, trial_period_days: null, usage_type: usage };
}
