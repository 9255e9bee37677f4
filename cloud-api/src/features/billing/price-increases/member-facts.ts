import { subscriptionKeys } from '@washdesk/rules/company/metadata-keys';
import type { IncreasedMember } from '@washdesk/rules/plans/bulk-increase';
import { keptPrice } from '@washdesk/rules/plans/plan-changes';
import { isDiscounted, subscriptionProblem } from '@washdesk/rules/plans/plan-price';
import type { ProviderCustomer, ProviderSubscription } from '../../../common/provider-objects.ts';

interface Known {
  subscription: ProviderSubscription;
  customer: ProviderCustomer;
  /** Months of guarantee of the plan's class, if the sign-up recorded none. */
  duration: number;
  now: Date;
}

/** Returns a subscription as the rules of a bulk increase need it. */
export function increasedMember({ subscription, customer, duration, now }: Known): Omit<IncreasedMember, 'outOfRange'> {
  const { status, cancel_at_period_end, cancel_at, schedule, items, created, metadata } = subscription;
  return {
    status,
    isDiscontinued: cancel_at_period_end || cancel_at != null,
    hasOtherForm: subscriptionProblem(subscription) !== null,
    isDiscounted: isDiscounted(subscription, customer),
    hasSchedule: schedule !== null,
    hasKeptPrice: keptPrice(customer.metadata, now) !== null,
    price: items.data[0]?.price.id ?? null,
    signedUp: new Date(created * 1_000).toISOString().slice(0, 10),
    guaranteed: Number(metadata[subscriptionKeys.planDuration]) || duration,
  };
}

/** Returns the sort key of a name; empty if there is no name. */
export const sortedName = (name: string | null): string => (name ?? '').slice(0, 200);
