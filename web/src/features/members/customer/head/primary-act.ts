import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { currentSubscription, vehicleOf } from '../../../../domain/customers/membership.ts';

/** The one act that the plan's status calls for. */
export type PrimaryAct = 'signUp' | 'reinstate' | 'recapture' | 'redeem';

const actOfStatus: Readonly<Record<string, PrimaryAct>> = {
  incomplete: 'signUp',
  incomplete_expired: 'signUp',
  canceled: 'reinstate',
  past_due: 'recapture',
  unpaid: 'recapture',
  active: 'redeem',
  trialing: 'redeem',
};

/** Returns the primary act of a customer; null if none is possible. */
export function primaryActOf(customer: CustomerDetail): PrimaryAct | null {
  if (customer.deleted) return null;
  const subscription = currentSubscription(customer);
  if (subscription === null) return 'signUp';
  const act = actOfStatus[subscription.status] ?? null;
  const { plate, tag } = vehicleOf(customer);
  return act === 'redeem' && !plate && !tag ? null : act;
}
