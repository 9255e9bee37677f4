/** Subscription statuses that count as good (docs/rules/billing.md#subscription-statuses). */
export const goodStatuses = ['active', 'trialing', 'past_due'] as const;

export type GoodStatus = (typeof goodStatuses)[number];

/** The label of a member who is admitted although the last payment failed. */
export const paymentDueLabel = 'Payment due';

/** Whether this subscription status means that a sign-up or plan change succeeded. */
export function isGoodStatus(status: string): status is GoodStatus {
  return goodStatuses.some((good) => good === status);
}

/** Whether a lane admits a car with this status. The same list as `isGoodStatus`, but separate because a lane may become stricter. */
export function dxtActive(status: string): boolean {
  return isGoodStatus(status);
}

/** Whether the member is admitted but must be shown 'Payment due', in amber. */
export function isPaymentDue(status: string): boolean {
  return status === 'past_due';
}
