import { defaultOnlineTerms } from '@washdesk/rules/company/online-terms';
import { onlineTerminal } from '@washdesk/rules/plans/online-sign-up';
import { billingPeriod, dayMs, daysBefore } from './calendar.ts';
import type { Subscription, SubscriptionStatus } from './member-model.ts';
import type { Employee, Price, TaxRate } from './model.ts';
import { stripeId, type Random } from './random.ts';

/** 'discontinued' is not a Stripe status: it is active with cancel_at_period_end (docs/rules/billing.md#subscription-statuses). */
export type PlanState = SubscriptionStatus | 'discontinued';

export interface Sale {
  price: Price;
  planDurationMonths: number;
  seller: Employee;
  terminal: string;
  signedUp: Date;
  taxRate: TaxRate | null;
  /** The unpaid invoice of a canceled plan. */
  unpaidInvoice: Subscription['unpaidInvoice'];
  /** Whether a canceled plan ended within the last 13 months, the range of the monthly member counts. */
  endedLately: boolean;
}

const latelyMs = 395 * dayMs;

/** Plans sold before the tax was introduced stay untaxed until changed (`POST /subscription/{id}/changetax`). */
const taxedForDays = 365;

/** Returns the subscription of a sale, with the given status at `now`. */
export function makeSubscription(random: Random, now: Date, planState: PlanState, sale: Sale): Subscription {
  const dates = datesOf(random, now, planState, sale);
  return {
    id: stripeId(random, 'sub'),
    itemId: stripeId(random, 'si'),
    status: planState === 'discontinued' ? 'active' : planState,
    priceId: sale.price.id,
    created: dates.created.toISOString(),
    periodStart: dates.periodStart.toISOString(),
    periodEnd: dates.periodEnd.toISOString(),
    trialEnd: planState === 'trialing' ? dates.periodEnd.toISOString() : null,
    cancelAtPeriodEnd: planState === 'discontinued',
    canceledAt: dates.canceledAt?.toISOString() ?? null,
    cancellationComment: dates.canceledAt && reasonAt(dates.canceledAt),
    metadata: saleMetadata(sale, dates.created),
    taxRate: dates.created > daysBefore(now, taxedForDays) ? sale.taxRate : null,
    unpaidInvoice: planState === 'canceled' ? sale.unpaidInvoice : null,
    increase: null,
  };
}

const reasons = [
  'Moved away',
  'Does not wash often enough',
  'Too expensive',
  'Sold or lost the vehicle',
  'Not satisfied with the wash',
  'Washes somewhere else',
  'Signed up by mistake',
];

/** Derived from the time, so that no other random value shifts. */
const reasonAt = (canceledAt: Date): string => reasons[Math.floor(canceledAt.getTime() / 1_000) % reasons.length]!;

/** Returns the metadata of a subscription, all strings as in Stripe (docs/rules/members.md#metadata-keys). */
function saleMetadata(sale: Sale, created: Date): Record<string, string> {
  const epochSeconds = String(Math.floor(created.getTime() / 1000));
  return {
    employeename: `${sale.seller.firstName} ${sale.seller.lastName}`,
    employeenumber: String(sale.seller.number),
    site: String(sale.price.site),
    terminal: sale.terminal,
    promo: '-1',
    planduration: String(sale.planDurationMonths),
    termsagreed: epochSeconds,
    signupcompleted: epochSeconds,
  };
}

/** As the public sign-up sells a plan: without a seller, and no cashier has completed it yet. */
export function onlineSaleMetadata(sold: Subscription['metadata']): Subscription['metadata'] {
  const { employeename: _name, employeenumber: _number, signupcompleted: _completed, ...rest } = sold;
  return { ...rest, terminal: onlineTerminal, incomplete: 'true', termsversion: defaultOnlineTerms.version };
}

/** As Complete Customer leaves a plan sold online: the cashier counts as its seller, at the cashier's register. */
export const completedOnlineSaleMetadata = (sold: Subscription['metadata']): Subscription['metadata'] => ({
  ...sold,
  incomplete: 'false',
  termsversion: defaultOnlineTerms.version,
});

interface Dates {
  created: Date;
  periodStart: Date;
  periodEnd: Date;
  canceledAt: Date | null;
}

const later = (one: Date, other: Date): Date => (one > other ? one : other);

function datesOf(random: Random, now: Date, planState: PlanState, { signedUp, endedLately }: Sale): Dates {
  const period = billingPeriod(now);
  switch (planState) {
    case 'canceled': {
      const age = now.getTime() - signedUp.getTime();
      const fraction = random.fraction();
      const sinceEnd = endedLately ? Math.min(age, latelyMs) * (0.01 + 0.97 * fraction) : age * (0.6 - 0.5 * fraction);
      const canceledAt = new Date(now.getTime() - sinceEnd);
      const last = billingPeriod(canceledAt);
      return { created: signedUp, periodStart: later(last.start, signedUp), periodEnd: last.end, canceledAt };
    }
    case 'trialing': {
      // Free until the 1st, so it started in the current period.
      const created = new Date(now.getTime() - Math.min(3 * dayMs, (now.getTime() - period.start.getTime()) / 2));
      return { created, periodStart: created, periodEnd: period.end, canceledAt: null };
    }
    case 'incomplete': {
      // Stripe expires an incomplete subscription after 23 hours.
      const created = daysBefore(now, 0.5);
      return { created, periodStart: created, periodEnd: billingPeriod(created).end, canceledAt: null };
    }
    case 'discontinued':
      return { created: signedUp, periodStart: later(period.start, signedUp), periodEnd: period.end, canceledAt: daysBefore(now, 2) };
    case 'active':
    case 'past_due':
      return { created: signedUp, periodStart: later(period.start, signedUp), periodEnd: period.end, canceledAt: null };
  }
}
