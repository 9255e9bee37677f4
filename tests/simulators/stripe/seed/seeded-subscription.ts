import type * as company from '@washdesk/simulators/company/member-model';
import type * as billing from '../billing/model.ts';
import { periodFrom } from '../billing/periods.ts';
import { fieldsOf, type Subscription } from '../objects/subscription.ts';
import { epochSeconds, epochSecondsOrNull } from '../objects/times.ts';
import { ratesOf, type SeededBill } from './seeded-bill.ts';

const retrySeconds = 2 * 86_400;

interface Parts {
  member: company.Member;
  subscription: company.Subscription;
  /** The prices of the plan, and of its increase if one is scheduled. */
  prices: { now: billing.Price; next: billing.Price | null };
  bill: SeededBill;
  latestInvoice: string;
  /** Epoch seconds. */
  now: number;
}

/** Returns a member's subscription as if Stripe had billed it from the first day. The engine continues from this state. */
export function makeSubscription({ member, subscription, prices, bill, latestInvoice, now }: Parts): Subscription {
  const created = epochSeconds(subscription.created);
  const state = stateOf({ member, subscription, prices, bill, now });
  return {
    id: subscription.id,
    object: 'subscription',
    ...fieldsOf(state),
    billing_cycle_anchor_config: { day_of_month: 1, hour: 10, minute: 0, month: null, second: 0 },
    cancellation_details: {
      comment: subscription.cancellationComment,
      feedback: null,
      feedback_option: null,
      reason: subscription.canceledAt ? reasonOf(subscription) : null,
    },
    customer: member.id,
    default_payment_method: member.card?.id ?? null,
    description: null,
    items: [{ id: subscription.itemId, created, metadata: {}, taxRates: [] }],
    latest_invoice: latestInvoice,
    metadata: { ...subscription.metadata },
    pause_collection: null,
    schedule: subscription.increase?.scheduleId ?? null,
  };
}

/** If the last invoice was written off, Stripe canceled the subscription. */
const reasonOf = ({ unpaidInvoice }: company.Subscription): 'payment_failed' | 'cancellation_requested' =>
  unpaidInvoice === 'uncollectible' ? 'payment_failed' : 'cancellation_requested';

type StateParts = Omit<Parts, 'latestInvoice'>;

function stateOf({ member, subscription, prices, bill, now }: StateParts): billing.Subscription {
  const created = epochSeconds(subscription.created);
  const anchor = epochSeconds(subscription.periodEnd);
  const period = { start: epochSeconds(subscription.periodStart), end: anchor };
  const canceled = subscription.status === 'canceled';
  const item = { id: subscription.itemId, price: prices.now, quantity: 1 };
  return {
    status: subscription.status,
    created,
    startDate: created,
    anchor,
    trialEnd: epochSecondsOrNull(subscription.trialEnd),
    freeUntilAnchor: false,
    items: [{ ...item, period }],
    debits: bill.debit ? [bill.debit] : [],
    pending: [],
    taxRates: ratesOf(subscription),
    customer: { balance: 0, taxExempt: member.taxExempt },
    cancelAtPeriodEnd: subscription.cancelAtPeriodEnd,
    canceledAt: epochSecondsOrNull(subscription.canceledAt),
    endedAt: canceled ? epochSecondsOrNull(subscription.canceledAt) : null,
    schedule: scheduleOf(subscription, prices.next),
    invoiceCount: 1,
    openInvoices: bill.paid ? [] : [openInvoice(bill, subscription, now)],
  };
}

/** A past due member's card is retried in two days; the others are not retried. */
function openInvoice({ amount, attempts }: SeededBill, { status }: company.Subscription, now: number): billing.OpenInvoice {
  return { number: 1, amountDue: amount, attempts, nextAttempt: status === 'past_due' ? now + retrySeconds : null };
}

function scheduleOf({ increase, itemId }: company.Subscription, next: billing.Price | null): billing.Schedule | null {
  if (!increase || !next) return null;
  const start = epochSeconds(increase.startsAt);
  const items = [{ id: itemId, price: next, quantity: 1 }];
  return {
    phases: [{ start, items, prorationBehavior: 'none' }],
    releasesAt: periodFrom({ anchor: start }, { id: itemId, price: next, quantity: 1 }, start).end,
  };
}
