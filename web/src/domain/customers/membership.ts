import type { Customer } from '@washdesk/contracts/members/customer';
import { isGoodStatus } from '@washdesk/rules/plans/statuses';

export type Subscription = Customer['subscriptions']['data'][number];

/** Returns a customer's plate (CustomerCode), tag (SecondaryCode) and vehicle; empty strings if not on record. */
export function vehicleOf({ metadata }: Customer): { plate: string; tag: string; vehicle: string } {
  const { CustomerCode = '', SecondaryCode = '', CarColor = '', CarMake = '', CarModel = '' } = metadata;
  return { plate: CustomerCode, tag: SecondaryCode, vehicle: [CarColor, CarMake, CarModel].filter(Boolean).join(' ') };
}

/** Returns the customer's current subscription: one in good standing first, then the newest. */
export function currentSubscription({ subscriptions }: Customer): Subscription | null {
  const byWorth = subscriptions.data.toSorted(
    (a, b) => Number(isGoodStatus(b.status)) - Number(isGoodStatus(a.status)) || b.created - a.created,
  );
  return byWorth[0] ?? null;
}

const endedStatuses = ['canceled', 'incomplete_expired'];

/** Whether the subscription has ended: the customer may sign up again. */
export function hasEnded({ status }: Subscription): boolean {
  return endedStatuses.includes(status);
}

/**
 * Whether its first payment is open: another sign-up with the same terms pays the same invoice, and one with other terms ends this attempt
 * (docs/rules/billing.md#sign-up).
 */
export function awaitsFirstPayment({ status }: Subscription): boolean {
  return status === 'incomplete';
}

/** Returns the plan's display name: the product's, or the price's nickname. */
export function planName(subscription: Subscription | null): string | null {
  return subscription?.plan?.product?.name ?? subscription?.plan?.nickname ?? null;
}
