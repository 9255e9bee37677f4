import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { hasBegun, hasEnded, mayWash, owesPayment } from '@washdesk/rules/plans/statuses';
import { currentSubscription, laneStatusOf, vehicleOf } from '../../../../domain/customers/membership.ts';

/** The one act that the plan's status calls for. */
export type PrimaryAct = 'signUp' | 'reinstate' | 'recapture' | 'redeem';

/** Returns the primary act of a customer; null if none is possible. */
export function primaryActOf(customer: CustomerDetail): PrimaryAct | null {
  if (customer.deleted) return null;
  const subscription = currentSubscription(customer);
  if (subscription === null || !hasBegun(subscription.status)) return 'signUp';
  if (hasEnded(subscription.status)) return 'reinstate';
  if (owesPayment(subscription.status)) return 'recapture';
  const { plate, tag } = vehicleOf(customer);
  return mayWash(laneStatusOf(subscription) ?? '') && (plate || tag) ? 'redeem' : null;
}
