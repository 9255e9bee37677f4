import type { Customer } from '@washdesk/contracts/members/customer';
import { productKeys } from '@washdesk/rules/company/metadata-keys';
import { suitsPlate } from '@washdesk/rules/plans/plan-choice';
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

/**
 * Whether the plate suits the customer's running plan; true without a plan in good standing (docs/rules/billing.md#plate-and-plan).
 */
export function plateSuitsPlan(customer: Customer, plate: string): boolean {
  const subscription = currentSubscription(customer);
  if (!subscription || !isGoodStatus(subscription.status) || !subscription.plan) return true;
  return suitsPlate({ clubCode: subscription.plan.product?.metadata[productKeys.clubCode] ?? '' }, plate);
}
