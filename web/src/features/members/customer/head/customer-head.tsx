import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { AfterFirstPaint } from '../../../../components/layout/after-first-paint.tsx';
import { Plate } from '../../../../domain/codes/plate.tsx';
import { TagChip } from '../../../../domain/codes/tag-chip.tsx';
import { currentSubscription, planName, runningSubscriptions, vehicleOf } from '../../../../domain/customers/membership.ts';
import { StatusBadge } from '../../../../domain/status/status-badge.tsx';
import { SubscriptionBadge } from '../../../../domain/status/subscription-badge.tsx';
import { ClonedProfile } from '../cloned-profile.tsx';
import { AttentionDialog } from './attention-dialog.tsx';
import { CustomerAlerts } from './customer-alerts.tsx';
import { Facts } from './facts.tsx';
import { HeadActions } from './head-actions.tsx';
import styles from './customer-head.module.css';

/** The customer's name, plan and current actions; always above the tabs. */
export function CustomerHead({ customer }: { customer: CustomerDetail }) {
  const { plate, tag, vehicle } = vehicleOf(customer);
  const code = plate || tag;
  return (
    <section className={styles.head} aria-label="Customer">
      <div className={styles.who}>
        <div className={styles.codes}>
          {plate && <Plate code={plate} />}
          {tag && <TagChip code={tag} />}
          {!code && <span className={styles.none}>No plate or tag</span>}
        </div>
        <div className={styles.names}>
          <h1 className={styles.name}>{customer.name ?? 'No name'}</h1>
          {vehicle && <span className={styles.vehicle}>{vehicle}</span>}
          <div className={styles.cloned}>
            <ClonedProfile customer={customer} />
          </div>
        </div>
        <PlanLine customer={customer} />
        <HeadActions customer={customer} />
      </div>
      <Facts customer={customer} />
      <AfterFirstPaint>
        <CustomerAlerts customer={customer} />
        <AttentionDialog key={customer.id} customer={customer.id} />
      </AfterFirstPaint>
    </section>
  );
}

/** The current plan. If several run, shows which one this is. */
function PlanLine({ customer }: { customer: CustomerDetail }) {
  const subscription = currentSubscription(customer);
  const running = runningSubscriptions(customer).length;
  return (
    <div className={styles.plan}>
      <span className={styles.planName}>
        {subscription && (planName(subscription) ?? 'Unnamed plan')}
        {running > 1 && <span className={styles.vehicle}> · 1 of {running} plans</span>}
      </span>
      {subscription?.terms && <span className={styles.vehicle}>{subscription.terms}</span>}
      {customer.deleted ? <StatusBadge tone="stop">Deleted</StatusBadge> : <SubscriptionBadge status={subscription?.status ?? null} />}
    </div>
  );
}
