import type { Customer } from '@washdesk/contracts/members/customer';
import { isGoodStatus } from '@washdesk/rules/plans/statuses';

export type Subscription = Customer['subscriptions']['data'][number];

/** The plate (CustomerCode), the tag (SecondaryCode) and the vehicle of a customer; empty texts where nothing is on record. */
export function vehicleOf({ metadata }: Customer): { plate: string; tag: string; vehicle: string } {
  const { CustomerCode = '', SecondaryCode = '', CarColor = '', CarMake = '', CarModel = '' } = metadata;
  return { plate: CustomerCode, tag: SecondaryCode, vehicle: [CarColor, CarMake, CarModel].filter(Boolean).join(' ') };
}

/** The subscription that says what the customer has today: a good one before any other, then the newest. */
export function currentSubscription({ subscriptions }: Customer): Subscription | null {
  const byWorth = subscriptions.data.toSorted(
    (a, b) => Number(isGoodStatus(b.status)) - Number(isGoodStatus(a.status)) || b.created - a.created,
  );
  return byWorth[0] ?? null;
}

const endedStatuses = ['canceled', 'incomplete_expired'];

/** Whether nothing is left of the subscription: the customer may sign up anew. */
export function hasEnded({ status }: Subscription): boolean {
  return endedStatuses.includes(status);
}

/**
 * Whether its first payment is still open: signing up once more on the same terms pays the same invoice, and on others ends this attempt
 * (docs/rules/billing.md#sign-up).
 */
export function awaitsFirstPayment({ status }: Subscription): boolean {
  return status === 'incomplete';
}

/** The plan's name as people say it: the product's, else the price's nickname. */
export function planName(subscription: Subscription | null): string | null {
  return subscription?.plan?.product?.name ?? subscription?.plan?.nickname ?? null;
}
