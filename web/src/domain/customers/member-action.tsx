import { Link } from 'react-router-dom';
import type { Customer } from '@washdesk/contracts/members/customer';
import { mayWash } from '@washdesk/rules/plans/statuses';
import { customerPath, signUpPath } from '../../lib/paths.ts';
import { RedeemLink } from '../codes/redeem-link.tsx';
import { currentSubscription, laneStatusOf, vehicleOf } from './membership.ts';
import styles from '../codes/redeem-link.module.css';

/** The one action for a customer at the lane: a wash, or what a customer without a running plan needs first. */
export function MemberAction({ customer }: { customer: Customer }) {
  const { id, name, deleted } = customer;
  const { plate, tag } = vehicleOf(customer);
  const code = plate || tag;
  const status = laneStatusOf(currentSubscription(customer));
  if (deleted) return null;
  if (status !== null && mayWash(status)) return code ? <RedeemLink customer={id} code={code} name={name} /> : null;
  const { label, to } = withoutPlan(id, status);
  return (
    <Link className={styles.link} to={to} aria-label={name ? `${label} for ${name}` : label}>
      {label}
    </Link>
  );
}

function withoutPlan(id: string, status: string | null): { label: string; to: string } {
  if (status === null) return { label: 'Sign Up', to: signUpPath(id) };
  return { label: status === 'canceled' ? 'Reinstate' : 'See Why', to: `${customerPath(id)}#subscriptions` };
}
