import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import type { Schedule } from '@washdesk/contracts/members/customer-parts';
import { isMember } from '@washdesk/rules/plans/statuses';

export interface NextBill {
  /** Epoch seconds. */
  date: number;
  /** Cents with tax, without credits; null if the price is unknown. */
  amount: number | null;
}

/**
 * Returns the date and amount with tax of a running plan's next bill; null for a plan that ends. A scheduled price applies from its date.
 */
export function nextBill(subscription: Subscription, schedules: readonly Schedule[]): NextBill | null {
  const { status, current_period_end: date, cancel_at: endsAt, cancel_at_period_end: ends } = subscription;
  if (date === null || ends || !isMember(status) || (endsAt !== null && endsAt <= date)) return null;
  const phases = schedules.find(({ id }) => id === subscription.schedule?.id)?.phases ?? [];
  const phase = phases.findLast(({ start_date: start }) => start <= date);
  return { date, amount: phase?.items[0]?.total ?? subscription.plan?.total ?? null };
}
