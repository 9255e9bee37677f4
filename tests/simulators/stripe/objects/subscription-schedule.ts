import { billingPeriod } from '@washdesk/simulators/company/calendar';
import type * as company from '@washdesk/simulators/company/member-model';
import type { ProrationBehavior } from '../billing/model.ts';
import { epochSeconds } from './times.ts';

export type ScheduleStatus = 'active' | 'canceled' | 'released';

/** The stored form: the fields that differ between schedules. Times are epoch seconds. */
export interface SubscriptionSchedule {
  id: string;
  object: 'subscription_schedule';
  canceled_at: number | null;
  created: number;
  current_phase: { start_date: number; end_date: number } | null;
  customer: string;
  /** The subscription's, when the schedule was created. */
  default_payment_method: string | null;
  metadata: Record<string, string>;
  phases: readonly Phase[];
  released_at: number | null;
  released_subscription: string | null;
  status: ScheduleStatus;
  subscription: string | null;
}

export interface Phase {
  start_date: number;
  end_date: number;
  items: readonly PhaseItem[];
  proration_behavior: ProrationBehavior;
  metadata: Record<string, string>;
  default_payment_method: string | null;
  /** Null keeps the subscription's rates. */
  default_tax_rates: string[] | null;
  description: string | null;
  /** The subscription's discounts in this phase; without them, it has none of its own. */
  discounts: readonly PhaseDiscount[];
}

export interface PhaseDiscount {
  coupon: null;
  discount: string;
  promotion_code: null;
}

export interface PhaseItem {
  price: string;
  quantity: number;
  metadata: Record<string, string>;
  taxRates: string[];
}

type Increase = NonNullable<company.Subscription['increase']>;

/**
 * Creates a scheduled price increase: the current price until it starts, the new price for a month, then released (facts, "schedule an
 * increase").
 */
export function makeSchedule(member: company.Member, subscription: company.Subscription, increase: Increase): SubscriptionSchedule {
  const start = epochSeconds(subscription.periodStart);
  const change = epochSeconds(increase.startsAt);
  const end = Math.floor(billingPeriod(new Date(increase.startsAt)).end.getTime() / 1000);
  return {
    id: increase.scheduleId,
    object: 'subscription_schedule',
    canceled_at: null,
    created: start,
    current_phase: { start_date: start, end_date: change },
    customer: member.id,
    default_payment_method: member.card?.id ?? null,
    metadata: {},
    phases: [seededPhase(subscription.priceId, start, change), seededPhase(increase.priceId, change, end)],
    released_at: null,
    released_subscription: null,
    status: 'active',
    subscription: subscription.id,
  };
}

function seededPhase(price: string, start: number, end: number): Phase {
  return {
    start_date: start,
    end_date: end,
    items: [{ price, quantity: 1, metadata: {}, taxRates: [] }],
    proration_behavior: 'none',
    metadata: {},
    default_payment_method: null,
    default_tax_rates: null,
    description: null,
    discounts: [],
  };
}
