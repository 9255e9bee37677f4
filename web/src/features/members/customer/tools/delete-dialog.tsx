import { Button, Input } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { deleteCustomer } from '@washdesk/contracts/members/customer-edit';
import { Loaded } from '../../../../components/feedback/loaded.tsx';
import { Field } from '../../../../components/input/field.tsx';
import { ActionDialog } from '../../../../domain/actions/action-dialog.tsx';
import { useOperation } from '../../../../domain/actions/use-operation.ts';
import { usePrintAtRegister } from '../../../../domain/receipt-printing/use-print-at-register.ts';
import { useSiteClock } from '../../../../domain/sites/site-clock.ts';
import { paths } from '../../../../lib/paths.ts';
import { useCustomerSubscriptionsQuery } from '../customer-screen-api.ts';
import { EndingDialog } from '../subscriptions/actions/ending-dialog.tsx';
import { runningPlans } from './allowed-tools.ts';
import { useDeleteCustomerMutation } from './tools-api.ts';
import styles from './tools.module.css';

/** Deletes a customer permanently, for a reason. A running plan must be terminated first, which records who ended it and why. */
export function DeleteDialog({ customer: { id, name }, onClose }: { customer: CustomerDetail; onClose: () => void }) {
  const navigate = useNavigate();
  const plans = useCustomerSubscriptionsQuery({ params: { id } });
  const [reason, setReason] = useState('');
  const [terminating, setTerminating] = useState<Subscription | null>(null);
  const [deleted, setDeleted] = useState(false);
  const print = usePrintAtRegister();
  const [remove] = useDeleteCustomerMutation();
  const operation = useOperation(deleteCustomer, remove, () => setDeleted(true));
  const running = plans.data ? runningPlans(plans.data.subscriptions) : null;

  const close = (): void => {
    onClose();
    if (deleted) void navigate(paths.home);
  };
  if (terminating)
    return (
      <EndingDialog
        change="terminate"
        subscription={terminating}
        onDone={() => print({ id: terminating.id, kind: 'planchange' })}
        onClose={() => setTerminating(null)}
      />
    );
  return (
    <ActionDialog
      title="Confirm Delete Customer"
      confirm="Delete Customer"
      danger
      ready={reason.trim() !== '' && running?.length === 0}
      operation={operation}
      done={deleted ? 'Customer deleted.' : null}
      failed="Couldn’t delete the customer"
      onConfirm={() =>
        void operation.send({ params: { id }, query: { reason: reason.trim() } }, `Delete ${name ?? 'the customer'}: ${reason.trim()}`)
      }
      onClose={close}
    >
      <p>{`${name ?? 'The customer'} is permanently deleted from Stripe, with saved cards. Notes and receipts are kept.`}</p>
      <Field label="Reason">
        {(control) => <Input {...control} size="large" maxLength={500} value={reason} onChange={({ target }) => setReason(target.value)} />}
      </Field>
      <Loaded what="the plans" failed="Error Loading Subscription Information" answer={plans}>
        {({ subscriptions }) =>
          runningPlans(subscriptions).map((plan) => <RunningPlan key={plan.id} plan={plan} onTerminate={() => setTerminating(plan)} />)
        }
      </Loaded>
    </ActionDialog>
  );
}

/** A plan that blocks the deletion. A discontinued one ends with its period and cannot be ended sooner. */
function RunningPlan({ plan, onTerminate }: { plan: Subscription; onTerminate: () => void }) {
  const clock = useSiteClock();
  const { cancel_at_period_end: discontinued, current_period_end: end } = plan;
  const name = plan.plan?.product.name ?? 'Unnamed plan';
  if (discontinued)
    return (
      <p role="status">{`${name} is discontinued and runs ${end === null ? 'until canceled' : `until ${clock.date(end, null)}`}. Delete the customer after that.`}</p>
    );
  return (
    <div className={styles.running}>
      <p role="status">{`${name} is still active. Terminate it first.`}</p>
      <Button size="large" onClick={onTerminate}>{`Terminate ${name}`}</Button>
    </div>
  );
}
