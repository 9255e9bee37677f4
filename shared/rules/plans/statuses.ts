/** Subscription statuses that count as good (docs/rules/billing.md#subscription-statuses). */
export const goodStatuses = ['active', 'trialing', 'past_due'] as const;

export type GoodStatus = (typeof goodStatuses)[number];

/** Label of a member who is admitted although the last payment has not gone through. */
export const paymentDueLabel = 'Payment due';

/** Whether a sign-up or plan change with this subscription status has succeeded. */
export function isGoodStatus(status: string): status is GoodStatus {
  return goodStatuses.some((good) => good === status);
}

/**
 * Whether a lane lets a car in with this status. The same list as `isGoodStatus` today, and a function of its own because a lane may become
 * stricter.
 */
export function dxtActive(status: string): boolean {
  return isGoodStatus(status);
}

/** Whether the member is admitted but is to be told 'Payment due', in amber. */
export function isPaymentDue(status: string): boolean {
  return status === 'past_due';
}
