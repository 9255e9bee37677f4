import { firstOfNextMonth } from '@washdesk/rules/dates/billing-instant';
import type { Member, Subscription } from './member-model.ts';
import type { Price } from './model.ts';
import { stripeId, type Random } from './random.ts';

/**
 * Returns the subscription with a scheduled increase: a schedule whose last phase starts in the future
 * (docs/rules/billing.md#price-increases).
 */
export function increaseIn(random: Random, now: Date, subscription: Subscription, months: number): Subscription {
  let startsAt = now;
  for (let month = 0; month < months; month += 1) startsAt = firstOfNextMonth(startsAt);
  const increase = {
    scheduleId: stripeId(random, 'sub_sched'),
    priceId: nextPriceOf(subscription.priceId),
    startsAt: startsAt.toISOString(),
  };
  return { ...subscription, increase };
}

const nextPriceOf = (priceId: string): string => `${priceId}_next`;

/** The share of ordinary members with an increase, and the number of months ahead. */
const share = 0.01;
const monthsAhead = { min: 3, max: 6 };

/** Adds price increases to some plans, spread over several months. */
export function withIncreases(random: Random, now: Date, members: readonly Member[], prices: readonly Price[]): Member[] {
  const dearer = new Set(prices.filter(({ current }) => !current).map(({ id }) => id));
  return members.map((member) => {
    const { subscription } = member;
    const months = random.whole(monthsAhead.min, monthsAhead.max);
    if (!random.chance(share) || subscription?.status !== 'active' || subscription.cancelAtPeriodEnd) return member;
    if (!dearer.has(nextPriceOf(subscription.priceId))) return member;
    return { ...member, subscription: increaseIn(random, now, subscription, months) };
  });
}
