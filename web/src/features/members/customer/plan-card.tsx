import type { Customer } from '@washdesk/contracts/members/customer';
import { LinkButton } from '../../../components/link-button.tsx';
import { Section } from '../../../components/section.tsx';
import { awaitsFirstPayment, currentSubscription, hasEnded, planName, type Subscription } from '../../../domain/membership.ts';
import { Money } from '../../../domain/money.tsx';
import { SubscriptionBadge } from '../../../domain/subscription-badge.tsx';
import { paths } from '../../../lib/paths.ts';
import styles from './customer-profile.module.css';

/** The plan of today, and the way to sign up where there is none, an ended one, or one whose first payment has not gone through. */
export function PlanCard({ customer }: { customer: Customer }) {
  const subscription = currentSubscription(customer);
  const maySignUp = !customer.deleted && (subscription === null || hasEnded(subscription) || awaitsFirstPayment(subscription));
  return (
    <Section title="Plan">
      {subscription ? <Plan subscription={subscription} /> : <SubscriptionBadge status={null} />}
      {maySignUp && (
        <p className={styles.line}>
          <LinkButton to={`${paths.signUp}?customer=${encodeURIComponent(customer.id)}`} type="primary" size="large">
            Sign Up
          </LinkButton>
        </p>
      )}
    </Section>
  );
}

function Plan({ subscription }: { subscription: Subscription }) {
  const { plan, status } = subscription;
  return (
    <>
      <div className={styles.plan}>{planName(subscription) ?? 'Plan without a name'}</div>
      <SubscriptionBadge status={status} />
      {plan?.amount != null && (
        <p className={styles.line}>
          <Money cents={plan.amount} /> a month
        </p>
      )}
      <Until subscription={subscription} />
    </>
  );
}

/** Until when the customer may wash for what has been paid. */
function Until({ subscription }: { subscription: Subscription }) {
  const { current_period_end: end, cancel_at_period_end: ends } = subscription;
  if (awaitsFirstPayment(subscription)) return <p className={styles.line}>The first payment has not gone through.</p>;
  if (end === null || hasEnded(subscription)) return null;
  return (
    <p className={styles.line}>
      {ends ? 'Ends' : 'Paid until'} {dateOf(end)}
    </p>
  );
}

function dateOf(epochSeconds: number): string {
  return new Date(epochSeconds * 1000).toLocaleDateString('en-US', { month: '2-digit', day: '2-digit', year: 'numeric' });
}
