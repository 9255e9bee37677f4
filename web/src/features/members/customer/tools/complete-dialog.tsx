import { Checkbox } from 'antd';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { subscriptionMetadata } from '@washdesk/contracts/billing/plans/subscription-edit';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { Loaded } from '../../../../components/feedback/loaded.tsx';
import { ActionDialog } from '../../../../domain/actions/action-dialog.tsx';
import { useOperation } from '../../../../domain/actions/use-operation.ts';
import { vehicleOf } from '../../../../domain/customers/membership.ts';
import { StatusBadge } from '../../../../domain/status/status-badge.tsx';
import { useCustomerSubscriptionsQuery } from '../customer-screen-api.ts';
import { completionChecks, planToComplete, type CompletionCheck } from './allowed-tools.ts';
import { useCompleteSignUpMutation } from './tools-api.ts';
import styles from './tools.module.css';

/** Completes an online sign-up once name, codes, vehicle and email are valid. The user becomes its seller. */
export function CompleteDialog({ customer, onClose }: { customer: CustomerDetail; onClose: () => void }) {
  const plans = useCustomerSubscriptionsQuery({ params: { id: customer.id } });
  const [verified, setVerified] = useState(false);
  const [done, setDone] = useState<string | null>(null);
  const [complete] = useCompleteSignUpMutation();
  const operation = useOperation(subscriptionMetadata, complete, () => setDone('Sign-up complete. The sale is credited to you.'));
  const checks = completionChecks(customer);
  const isWhole = checks.every(({ problem }) => problem === null);
  const plan = plans.data ? planToComplete(plans.data.subscriptions) : null;

  const send = (): void => {
    if (plan) void operation.send({ params: { id: plan.id }, body: { incomplete: 'false' } });
  };
  return (
    <ActionDialog
      title="Confirm Customer Is Complete"
      confirm="Complete Customer"
      ready={isWhole && verified && plan !== null}
      operation={operation}
      done={done}
      failed="Couldn’t complete the sign-up"
      onConfirm={send}
      onClose={onClose}
    >
      <ul className={styles.checks} aria-label="Checklist">
        {checks.map((check) => (
          <Check key={check.label} {...check} />
        ))}
      </ul>
      {isWhole ? (
        <Checkbox checked={verified} onChange={({ target }) => setVerified(target.checked)}>
          {`I checked the vehicle: ${vehicleOf(customer).vehicle}`}
        </Checkbox>
      ) : (
        <Mend onGo={onClose} />
      )}
      <Loaded what="the sign-up" failed="Error Loading Subscription Information" answer={plans}>
        {() => plan === null && <p role="status">No sign-up to complete. This customer has never had a plan.</p>}
      </Loaded>
    </ActionDialog>
  );
}

function Check({ label, value, problem }: CompletionCheck) {
  return (
    <li className={styles.check}>
      <span>{label}</span>
      <StatusBadge tone={problem === null ? 'go' : 'stop'}>{problem === null ? value : `${value} ${problem}`.trim()}</StatusBadge>
    </li>
  );
}

function Mend({ onGo }: { onGo: () => void }) {
  const { search } = useLocation();
  return (
    <p>
      Add missing information on the{' '}
      <Link to={{ search, hash: 'info' }} replace onClick={onGo}>
        Customer Info
      </Link>{' '}
      tab.
    </p>
  );
}
