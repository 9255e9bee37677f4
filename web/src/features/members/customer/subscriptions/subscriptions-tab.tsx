import { use, useState } from 'react';
import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import type { Schedule } from '@washdesk/contracts/members/customer-parts';
import { hasEnded, isRunning } from '@washdesk/rules/plans/statuses';
import { Failure } from '../../../../components/feedback/failure.tsx';
import { Loaded } from '../../../../components/feedback/loaded.tsx';
import { Section } from '../../../../components/layout/section.tsx';
import { LinkButton } from '../../../../components/navigation/link-button.tsx';
import { usePrintAtRegister } from '../../../../domain/receipt-printing/use-print-at-register.ts';
import { StatusBadge } from '../../../../domain/status/status-badge.tsx';
import { signUpPath } from '../../../../lib/paths.ts';
import { useCustomerSchedulesQuery, useCustomerSubscriptionsQuery, useCustomerSummaryQuery } from '../customer-screen-api.ts';
import { SignUpSlot } from '../sign-up-slot.ts';
import { EndingDialog } from './actions/ending-dialog.tsx';
import { PlanChangeDialog, type ActionProps } from './actions/plan-change-dialog.tsx';
import { PriceDialog } from './actions/price-dialog.tsx';
import { ReinstateDialog } from './actions/reinstate-dialog.tsx';
import { ReleaseDialog } from './actions/release-dialog.tsx';
import { RetryDialog } from './actions/retry-dialog.tsx';
import type { OfferedAction, PlanAction } from './plan-actions.ts';
import { SubscriptionItem } from './subscription-item.tsx';
import styles from './subscriptions.module.css';

/** The actions whose receipt is printed immediately; Reinstate and Retry Payment print their own. */
const printed: readonly PlanAction[] = ['upgrade', 'downgrade', 'changeprice', 'discontinue', 'terminate'];

interface Begun extends OfferedAction {
  subscription: Subscription;
}

/** The customer's plans with their actions. */
export function SubscriptionsTab({ customer }: { customer: CustomerDetail }) {
  const { id } = customer;
  const answer = useCustomerSubscriptionsQuery({ params: { id } });
  const schedules = useCustomerSchedulesQuery({ params: { id } });
  const { data: summary } = useCustomerSummaryQuery({ params: { id } });
  const [begun, setBegun] = useState<Begun | null>(null);
  const print = usePrintAtRegister();
  const scheduleOf = (subscription: Subscription): Schedule | null =>
    (subscription.schedule && schedules.data?.schedules.find((one) => one.id === subscription.schedule?.id)) ?? null;

  return (
    <Loaded what="subscriptions" failed="Error Loading Subscription Information" answer={answer}>
      {({ subscriptions }) => (
        <div className={styles.tab}>
          {summary !== undefined && summary.disputes_counted > 0 && <StatusBadge tone="stop">Disputed Charges</StatusBadge>}
          {schedules.error && !schedules.isFetching && (
            <Failure title="Error Loading Schedule Information" error={schedules.error} onRetry={() => void schedules.refetch()} />
          )}
          {subscriptions.length === 0 ? (
            <NoSubscription customer={customer} />
          ) : (
            <Section title={subscriptions.every(({ status }) => hasEnded(status)) ? 'Subscriptions' : 'Active Subscriptions'} flush>
              <ul className={styles.list} aria-label="Subscriptions" aria-busy={answer.isFetching}>
                {subscriptions.map((subscription) => (
                  <SubscriptionItem
                    key={subscription.id}
                    subscription={subscription}
                    schedule={scheduleOf(subscription)}
                    runsBeside={subscriptions.some((other) => other.id !== subscription.id && isRunning(other.status))}
                    onAction={customer.deleted ? null : (action) => setBegun({ subscription, ...action })}
                  />
                ))}
              </ul>
            </Section>
          )}
          {begun && (
            <ActionDialogOf
              {...begun}
              schedule={scheduleOf(begun.subscription)}
              onDone={() => printed.includes(begun.action) && print({ id: begun.subscription.id, kind: 'planchange' })}
              onClose={() => setBegun(null)}
            />
          )}
        </div>
      )}
    </Loaded>
  );
}

function NoSubscription({ customer: { id, deleted } }: { customer: CustomerDetail }) {
  const signUpOf = use(SignUpSlot);
  if (deleted) return <p role="status">Customer has been deleted and cannot be signed up for a subscription</p>;
  if (signUpOf) return signUpOf(id);
  return (
    <Section title="No Subscription">
      <div className={styles.none}>
        <p>This customer has never had a plan.</p>
        <LinkButton to={signUpPath(id)} type="primary" size="large">
          Sign Up
        </LinkButton>
      </div>
    </Section>
  );
}

function ActionDialogOf({ action, needsApproval, schedule, ...props }: ActionProps & OfferedAction & { schedule: Schedule | null }) {
  switch (action) {
    case 'upgrade':
    case 'downgrade':
      return <PlanChangeDialog change={action} {...props} />;
    case 'changeprice':
    case 'increase':
      return <PriceDialog change={action} {...props} />;
    case 'discontinue':
    case 'terminate':
    case 'end':
      return <EndingDialog change={action} {...props} />;
    case 'release':
      return schedule && <ReleaseDialog schedule={schedule} needsApproval={needsApproval} {...props} />;
    case 'reinstate':
      return <ReinstateDialog {...props} />;
    case 'retry':
      return <RetryDialog {...props} />;
  }
}
