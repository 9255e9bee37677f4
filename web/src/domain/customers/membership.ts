import type { Customer } from '@washdesk/contracts/members/customer';
import type { Schedule } from '@washdesk/contracts/members/customer-parts';
import { productKeys } from '@washdesk/rules/company/metadata-keys';
import { suitsPlate } from '@washdesk/rules/plans/plan-choice';
import { monthlyWords } from '@washdesk/rules/plans/plan-price';
import { byStanding, isRunning, laneStatus, mayWash } from '@washdesk/rules/plans/statuses';

export type Subscription = Customer['subscriptions']['data'][number];

/** Returns a customer's plate (CustomerCode), tag (SecondaryCode) and vehicle; empty strings if not on record. */
export function vehicleOf({ metadata }: Customer): { plate: string; tag: string; vehicle: string } {
  const { CustomerCode = '', SecondaryCode = '', CarColor = '', CarMake = '', CarModel = '' } = metadata;
  return { plate: CustomerCode, tag: SecondaryCode, vehicle: [CarColor, CarMake, CarModel].filter(Boolean).join(' ') };
}

const atLanes = (subscription: Subscription) => ({
  status: laneStatus(subscription.status, subscription.plan?.product?.metadata),
  created: subscription.created,
});

/** Returns a customer's current subscription: one that lanes admit first, then another that runs, then the newest. */
export const currentSubscription = ({ subscriptions }: Customer): Subscription | null =>
  subscriptions.data.toSorted((a, b) => byStanding(atLanes(a), atLanes(b)))[0] ?? null;

/** Returns the plans that run: with one, the customer cannot sign up again. */
export const runningSubscriptions = ({ subscriptions }: Customer): Subscription[] =>
  subscriptions.data.filter(({ status }) => isRunning(status));

/** Returns the status that lanes have of a plan; null without one. */
export const laneStatusOf = (subscription: Subscription | null): string | null => subscription && atLanes(subscription).status;

/** Returns the plan's display name: the product's, or the price's nickname. */
export function planName(subscription: Subscription | null): string | null {
  return subscription?.plan?.product?.name ?? subscription?.plan?.nickname ?? null;
}

/**
 * Whether the plate suits the customer's running plan; true without a plan that admits the car (docs/rules/billing.md#plate-and-plan).
 */
export function plateSuitsPlan(customer: Customer, plate: string): boolean {
  const subscription = currentSubscription(customer);
  if (!subscription || !mayWash(subscription.status) || !subscription.plan) return true;
  return suitsPlate({ clubCode: subscription.plan.product?.metadata[productKeys.clubCode] ?? '' }, plate);
}

/** Returns what a phase of a schedule costs: "$34.64 a month with tax"; null if its price is unknown. */
export function scheduledPrice({ items: [item] }: Schedule['phases'][number]): string | null {
  const { amount = null, total = null } = item ?? {};
  return amount === null || total === null ? null : monthlyWords({ amount, total });
}
