import { BillingError } from './billing-error.ts';
import type { SetSchedule } from './events.ts';
import { refuseEnded } from './update.ts';
import type { Subscription } from './model.ts';

export function setSchedule(subscription: Subscription, { at, phases, releasesAt }: SetSchedule): Subscription {
  refuseEnded(subscription);
  if (phases.some(({ start }) => start <= at || start >= releasesAt)) {
    throw new BillingError('phase_in_past', 'A phase to come must start in the future and before the schedule ends.');
  }
  return { ...subscription, schedule: { phases, releasesAt } };
}

/** The subscription goes on as it is, and no phase comes any more. */
export function releaseSchedule(subscription: Subscription): Subscription {
  refuseEnded(subscription);
  return { ...subscription, schedule: null };
}
