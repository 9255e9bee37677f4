import { useState } from 'react';
import { releaseSchedule } from '@washdesk/contracts/billing/plans/subscription-schedule';
import type { Schedule } from '@washdesk/contracts/members/customer-parts';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { ActionDialog } from '../../../../../domain/actions/action-dialog.tsx';
import { useOperation } from '../../../../../domain/actions/use-operation.ts';
import { scheduledPrice } from '../../../../../domain/customers/membership.ts';
import { useSiteClock } from '../../../../../domain/sites/site-clock.ts';
import type { CallFailure } from '../../../../../lib/api/call-failure.ts';
import { useReleaseScheduleMutation } from '../subscriptions-api.ts';
import type { ActionProps } from './plan-change-dialog.tsx';

/** Opens the approval dialog immediately. */
const unapproved: CallFailure = { status: 403, code: 'forbidden', message: 'This needs a manager’s approval', requestId: '' };

type ReleaseDialogProps = ActionProps & {
  schedule: Schedule;
  /** Whether the action needs an approval, even if the API accepts it from this user on the office screen. */
  needsApproval: boolean;
};

/** Releases a scheduled price increase; the current price is kept for a month (docs/rules/billing.md#kept-price). */
export function ReleaseDialog({ schedule, needsApproval, subscription, onDone, onClose }: ReleaseDialogProps) {
  const clock = useSiteClock();
  const [done, setDone] = useState<string | null>(null);
  const [release] = useReleaseScheduleMutation();
  const call = (released: Parameters<typeof release>[0]) =>
    needsApproval && released.approval === undefined ? Promise.resolve({ error: unapproved }) : release(released);
  const operation = useOperation(releaseSchedule, call, () => {
    onDone();
    setDone('The price increase is released.');
  });
  const last = schedule.phases.at(-1);
  const coming = last ? scheduledPrice(last) : null;
  const paid = subscription.plan?.total ?? null;

  const send = () => operation.send({ params: { id: schedule.id } }, 'Release a scheduled price increase');

  return (
    <ActionDialog
      title="Release Price Increase Schedule"
      confirm="Release Schedule"
      ready={done === null}
      operation={operation}
      done={done}
      failed="Couldn’t release the schedule"
      onConfirm={() => void send()}
      onClose={onClose}
    >
      <p>
        {coming !== null && last && `The increase to ${coming} on ${clock.date(last.start_date, null)} is canceled. `}
        {paid !== null && `${centsToDollars(paid)} a month stays, and is kept for one month if the plan is canceled and restarted.`}
      </p>
    </ActionDialog>
  );
}
