import { Alert, Select } from 'antd';
import { useState } from 'react';
import { discontinueSubscription, terminateSubscription } from '@washdesk/contracts/billing/plans/plan-change';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { Loaded } from '../../../../../components/feedback/loaded.tsx';
import { Field } from '../../../../../components/input/field.tsx';
import { ActionDialog } from '../../../../../domain/actions/action-dialog.tsx';
import { useOperation } from '../../../../../domain/actions/use-operation.ts';
import { planName } from '../../../../../domain/customers/membership.ts';
import { useSiteClock } from '../../../../../domain/sites/site-clock.ts';
import { useDiscontinueMutation, usePreviewEndingQuery, useReasonsQuery, useTerminateMutation } from '../subscriptions-api.ts';
import type { ActionProps } from './plan-change-dialog.tsx';
import styles from '../../../../../domain/actions/action-dialog.module.css';

const words = {
  discontinue: { title: 'Confirm Discontinue', confirm: 'Discontinue', call: 'discontinue' },
  terminate: { title: 'Confirm Terminate', confirm: 'Terminate', call: 'terminate' },
  end: { title: 'End Incomplete Plan', confirm: 'End Plan', call: 'discontinue' },
} as const;

/** Ends a plan with its period or immediately, for a reason from the list (docs/rules/billing.md#discontinue-and-terminate). */
export function EndingDialog({ change, subscription, onDone, onClose }: ActionProps & { change: keyof typeof words }) {
  const { id } = subscription;
  const { title, confirm, call } = words[change];
  const clock = useSiteClock();
  const [reason, setReason] = useState<string | null>(null);
  const [done, setDone] = useState<string | null>(null);
  const reasons = useReasonsQuery({ query: { kind: call } });
  const ending = usePreviewEndingQuery(
    { params: { id }, query: { change: call } },
    { refetchOnMountOrArgChange: true, skip: done !== null },
  );
  const [discontinue] = useDiscontinueMutation();
  const [terminate] = useTerminateMutation();
  const finish = (): void => {
    onDone();
    setDone(
      ending.data && !ending.data.at_once ? `Discontinued: runs until ${clock.date(ending.data.ends, null)}.` : 'The plan has ended.',
    );
  };
  const discontinuing = useOperation(discontinueSubscription, discontinue, finish);
  const terminating = useOperation(terminateSubscription, terminate, finish);
  const operation = call === 'discontinue' ? discontinuing : terminating;

  const send = async (): Promise<void> => {
    if (reason === null) return;
    const what = `${confirm} ${planName(subscription) ?? 'the plan'}: ${reason}`;
    await operation.send({ params: { id }, body: { reason } }, what);
  };

  return (
    <ActionDialog
      title={title}
      confirm={confirm}
      danger
      ready={reason !== null && ending.data !== undefined}
      operation={operation}
      done={done}
      failed={`${confirm} failed`}
      onConfirm={() => void send()}
      onClose={onClose}
    >
      <Field label="Reason">
        {(control) => (
          <Select
            {...control}
            size="large"
            showSearch={{ optionFilterProp: 'label' }}
            placeholder="Choose why"
            value={reason}
            onChange={setReason}
            loading={reasons.isFetching}
            notFoundContent={reasons.isError ? 'Couldn’t load reasons' : 'No matching reason'}
            options={(reasons.data?.reasons ?? []).map(({ reasontext }) => ({ value: reasontext, label: reasontext }))}
          />
        )}
      </Field>
      <Loaded what="the effect of ending the plan" failed="Couldn’t calculate the effect of ending the plan" answer={ending}>
        {(left) => (
          <>
            {left.warning && <Alert type="warning" showIcon title={left.warning} />}
            <ul className={styles.facts} aria-label="What happens">
              <li>
                {left.at_once ? 'The plan ends now, with no refund.' : `Washes until ${clock.date(left.ends, null)}, then billing stops.`}
              </li>
              {left.releases_increase && <li>The scheduled price increase is canceled.</li>}
              {left.voided_invoices.map((invoice) => (
                <li key={invoice.id}>{`${nameOf(invoice)} is canceled.`}</li>
              ))}
              {(left.credit ?? 0) > 0 && (
                <li>{`A credit of ${centsToDollars(left.credit ?? 0)} is left. Pay it out or move it on the Payments tab.`}</li>
              )}
              {left.open_invoices.map((invoice) => (
                <li key={invoice.id}>{`${nameOf(invoice)} remains due.`}</li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </ActionDialog>
  );
}

const nameOf = ({ number, amount_remaining: left }: { number: string | null; amount_remaining: number }): string =>
  `The ${number === null ? 'invoice' : `invoice ${number}`} for ${centsToDollars(left)}`;
