import { Alert, Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { changeTax } from '@washdesk/contracts/billing/plans/subscription-edit';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { subscriptionKeys } from '@washdesk/rules/company/metadata-keys';
import { openPlan } from '@washdesk/rules/plans/statuses';
import { OperationOutcome } from '../../../../domain/actions/operation-outcome.tsx';
import { isApprovalCanceled, useOperation } from '../../../../domain/actions/use-operation.ts';
import { StatusBadge } from '../../../../domain/status/status-badge.tsx';
import { useSession } from '../../../../lib/session/use-session.ts';
import { useCustomerSubscriptionsQuery } from '../customer-screen-api.ts';
import { useChangeTaxMutation } from './info-api.ts';

const notChanged = 'The customer was saved, but the plan’s tax wasn’t changed';

/**
 * After a change of the tax exemption, sets the running plan's tax by its selling site, as a step of the save
 * (docs/rules/members.md#saving-a-customer).
 */
export function usePlanTax(customer: CustomerDetail): { start: (save: string) => void; outcome: ReactNode } {
  const session = useSession();
  const [change] = useChangeTaxMutation();
  const [done, setDone] = useState(false);
  const operation = useOperation(changeTax, change, () => setDone(true));
  const { data: plans } = useCustomerSubscriptionsQuery({ params: { id: customer.id } });
  const subscription = openPlan(plans?.subscriptions ?? []);
  const site = Number(subscription?.metadata[subscriptionKeys.site]) || (session?.site ?? null);
  const [save, setSave] = useState('');
  const start = (operationKey: string): void => {
    if (!subscription || site === null) return;
    setDone(false);
    setSave(operationKey);
    void operation.send({ params: { id: subscription.id }, body: { site }, operationKey }, 'Change the tax of a plan');
  };
  const outcome = (
    <>
      {done && (
        <div role="status">
          <StatusBadge tone="go">The new tax applies from the next invoice</StatusBadge>
        </div>
      )}
      {isApprovalCanceled(operation.failure) && (
        <Alert type="warning" showIcon title={notChanged} action={<Button onClick={() => start(save)}>Change Tax</Button>} />
      )}
      <OperationOutcome failed={notChanged} operation={operation} />
    </>
  );
  return { start, outcome };
}
