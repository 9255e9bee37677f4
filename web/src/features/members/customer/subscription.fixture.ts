import type { z } from 'zod';
import type { Plan, Subscription } from '@washdesk/contracts/billing/plans/subscription';
import type { previewEnding } from '@washdesk/contracts/billing/plans/subscription-preview';

/** A running plan of $29.99 per month by default. */
export function aSubscription(more: Partial<Subscription>): Subscription {
  return {
    id: 'sub_1',
    customer: 'cus_1',
    status: 'active',
    created: 1_780_000_000,
    current_period_start: null,
    current_period_end: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    ended_at: null,
    trial_end: null,
    default_payment_method: null,
    latest_invoice: null,
    schedule: null,
    plan: { id: 'price_1', nickname: null, amount: 2_999, total: 2_999, product: { id: 'prod_1', name: 'Super Kiss', metadata: {} } },
    items: { data: [] },
    terms: '$29.99 a month',
    problem: null,
    metadata: {},
    cancellation_details: null,
    ...more,
  };
}

/** A plan on sale, without tax, by default. */
export function aPlan(more: Partial<Plan>): Plan {
  return {
    PlanId: 'price_1',
    PlanName: 'Super Kiss',
    PlanPrice: 2_999,
    PlanTotal: more.PlanPrice ?? 2_999,
    ProductId: 'prod_1',
    ProductName: 'Super Kiss',
    ProductClass: 'Super Kiss',
    ClubCode: 'B',
    PlanDuration: 6,
    allow_prorate: true,
    availableonline: 1,
    currentprice: true,
    nextprice: false,
    isNextPrice: false,
    ...more,
  };
}

type Ending = z.output<typeof previewEnding.response>;

/** A plan that ends at once and leaves nothing by default. */
export function anEnding(more: Partial<Ending>): Ending {
  return {
    ends: 1,
    at_once: true,
    open_invoices: [],
    voided_invoices: [],
    credit: null,
    releases_increase: false,
    warning: null,
    ...more,
  };
}
