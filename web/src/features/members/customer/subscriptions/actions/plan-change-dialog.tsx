import { skipToken } from '@reduxjs/toolkit/query';
import { useState } from 'react';
import { downgradeSubscription, upgradeSubscription } from '@washdesk/contracts/billing/plans/plan-change';
import type { Plan, Subscription } from '@washdesk/contracts/billing/plans/subscription';
import { monthlyWords } from '@washdesk/rules/plans/plan-price';
import { Loaded } from '../../../../../components/feedback/loaded.tsx';
import { ActionDialog } from '../../../../../domain/actions/action-dialog.tsx';
import { useOperation } from '../../../../../domain/actions/use-operation.ts';
import { StoredCardChoice, useCardChoice } from '../../../../../domain/cards/stored-card-choice.tsx';
import { PlanGrid } from '../../../../../domain/plan-grid/plan-grid.tsx';
import { useDowngradeMutation, usePreviewChangeQuery, useSubscriptionPlansQuery, useUpgradeMutation } from '../subscriptions-api.ts';
import { DueToday } from './due-today.tsx';

export interface ActionProps {
  subscription: Subscription;
  /** Called when the action is done, before its status closes. */
  onDone: () => void;
  onClose: () => void;
}

const words = {
  upgrade: { title: 'Confirm Upgrade', confirm: 'Upgrade', failed: 'Failed to Find Upgrade Plan', did: 'Upgraded to' },
  downgrade: { title: 'Confirm Downgrade', confirm: 'Downgrade', failed: 'Failed to Find Downgrade Plan', did: 'Downgraded to' },
};

/** Upgrades or downgrades a plan, with an exact preview (docs/rules/billing.md#upgrade-and-downgrade). */
export function PlanChangeDialog({ change, subscription, onDone, onClose }: ActionProps & { change: 'upgrade' | 'downgrade' }) {
  const { id, customer } = subscription;
  const answer = useSubscriptionPlansQuery(
    { params: { id }, query: { mode: change, noCache: 'true' } },
    { refetchOnMountOrArgChange: true },
  );
  const [picked, setPicked] = useState<Plan | null>(null);
  const card = useCardChoice(customer);
  const [done, setDone] = useState<string | null>(null);
  const plan = picked ?? answer.data?.plans.find(({ PlanId }) => PlanId === answer.data?.chosen) ?? null;
  const asked = plan !== null && done === null;
  const preview = usePreviewChangeQuery(asked ? { params: { id }, body: { change, price: plan.PlanId } } : skipToken, {
    refetchOnMountOrArgChange: true,
  });
  const [upgrade] = useUpgradeMutation();
  const [downgrade] = useDowngradeMutation();
  const finish = ({ message }: { message: string | null }): void => {
    if (!plan) return;
    onDone();
    setDone([`${did} ${plan.PlanName}.`, message].filter(Boolean).join(' '));
  };
  const upgrading = useOperation(upgradeSubscription, upgrade, finish);
  const downgrading = useOperation(downgradeSubscription, downgrade, finish);
  const operation = change === 'upgrade' ? upgrading : downgrading;
  const { title, confirm, failed, did } = words[change];

  const send = async (): Promise<void> => {
    if (!plan || !preview.data) return;
    const body = { price: plan.PlanId, proration_date: preview.data.proration_date };
    const what = `${confirm} to ${plan.PlanName} for ${monthlyWords({ amount: plan.PlanPrice, total: plan.PlanTotal })}`;
    if (change === 'downgrade') await downgrading.send({ params: { id }, body }, what);
    else await upgrading.send({ params: { id }, body: { ...body, ...(card.asked !== null && { PaymentMethodId: card.asked }) } }, what);
  };

  return (
    <ActionDialog
      title={title}
      confirm={confirm}
      ready={asked && preview.data !== undefined && !preview.isFetching}
      operation={operation}
      done={done}
      failed={`${confirm} failed`}
      onConfirm={() => void send()}
      onClose={onClose}
    >
      <Loaded what="plans" failed={failed} answer={answer}>
        {({ plans }) => <PlanGrid id="plan" plans={plans} chosen={plan?.PlanId ?? null} onChoose={setPicked} quiet={operation.busy} />}
      </Loaded>
      {change === 'upgrade' && <StoredCardChoice customer={customer} chosen={card.chosen} onChoose={card.choose} />}
      <DueToday answer={preview} asked={asked} />
    </ActionDialog>
  );
}
