import type { Instant, Subscription } from './model.ts';

/** The time to pay a first invoice before the subscription expires. */
const incompleteSeconds = 23 * 3600;

export type DueEvent = 'expiry' | 'phase' | 'release' | 'trial_end' | 'cancellation' | 'renewal';

export type DueInstant = { at: Instant; what: DueEvent } | { at: Instant; what: 'payment'; invoice: number };

/** Returns the due times, earliest first; at the same time, payments come before calendar events. */
export function dueInstants(subscription: Subscription): DueInstant[] {
  return [...duePayments(subscription), ...dueByCalendar(subscription)].toSorted((one, other) => one.at - other.at);
}

/** Returns all due events except payments. An incomplete subscription neither renews nor changes phase: it is paid or expires. */
export function dueByCalendar(subscription: Subscription): { at: Instant; what: DueEvent }[] {
  if (subscription.endedAt !== null) return [];
  if (subscription.status === 'incomplete') return [{ at: subscription.created + incompleteSeconds, what: 'expiry' }];
  const dues: { at: Instant; what: DueEvent }[] = [];
  const { schedule } = subscription;
  if (schedule) {
    for (const { start } of schedule.phases) dues.push({ at: start, what: 'phase' });
    dues.push({ at: schedule.releasesAt, what: 'release' });
  }
  const periodEnd = nextPeriodEnd(subscription);
  if (periodEnd !== null) dues.push({ at: periodEnd, what: atPeriodEnd(subscription, periodEnd) });
  return dues.toSorted((one, other) => one.at - other.at);
}

function duePayments({ openInvoices }: Subscription): DueInstant[] {
  return openInvoices.flatMap(({ number, nextAttempt }) =>
    nextAttempt === null ? [] : [{ at: nextAttempt, what: 'payment' as const, invoice: number }],
  );
}

function nextPeriodEnd({ items }: Subscription): Instant | null {
  return items.length === 0 ? null : Math.min(...items.map(({ period }) => period.end));
}

function atPeriodEnd({ cancelAt, cancelAtPeriodEnd, trialEnd }: Subscription, periodEnd: Instant): DueEvent {
  if (cancelAtPeriodEnd || cancelAt === periodEnd) return 'cancellation';
  return trialEnd === periodEnd ? 'trial_end' : 'renewal';
}
