import { skipToken } from '@reduxjs/toolkit/query';
import { Alert, Select } from 'antd';
import { useEffect, useState } from 'react';
import { reinstateSubscription, type Plan, type Subscription } from '@washdesk/contracts/billing/plans/subscription';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { monthlyWords } from '@washdesk/rules/plans/plan-price';
import { Loaded } from '../../../../../components/feedback/loaded.tsx';
import { Field } from '../../../../../components/input/field.tsx';
import { ActionDialog } from '../../../../../domain/actions/action-dialog.tsx';
import { useOperation } from '../../../../../domain/actions/use-operation.ts';
import { StoredCardChoice, useCardChoice } from '../../../../../domain/cards/stored-card-choice.tsx';
import { usePrintAtRegister } from '../../../../../domain/receipt-printing/use-print-at-register.ts';
import { StartChoicesTicks } from '../../../../../domain/start-choices/start-choices-ticks.tsx';
import { choicesFor, noChoices, type StartChoice } from '../../../../../domain/start-choices/start-choices.ts';
import { useAtLeast } from '../../../../../lib/session/use-session.ts';
import { usePreviewChangeQuery, useReinstateMutation, useSubscriptionPlansQuery } from '../subscriptions-api.ts';
import { DueToday } from './due-today.tsx';
import type { ActionProps } from './plan-change-dialog.tsx';

/**
 * Reinstates a discontinued or canceled plan (docs/rules/billing.md#reinstate). @param card the card that pays; the default one if omitted
 */
export function ReinstateDialog({ subscription, card: captured, onDone, onClose }: ActionProps & { card?: string }) {
  const { id, customer } = subscription;
  const answer = useSubscriptionPlansQuery(
    { params: { id }, query: { mode: 'reinstate', noCache: 'true' } },
    { refetchOnMountOrArgChange: true },
  );
  const [picked, setPicked] = useState<Plan | null>(null);
  const [ticked, setTicked] = useState(noChoices);
  const card = useCardChoice(customer, captured);
  const [done, setDone] = useState<string | null>(null);
  const offersOthers = useOtherPlans();
  const plan = picked ?? answer.data?.plans.find(({ PlanId }) => PlanId === answer.data?.chosen) ?? null;
  const mode = answer.data?.mode ?? null;
  const goesOn = mode?.startsWith('discontinue') ?? false;
  const { freeForMonth, doNotProrate, chargeForLastMonth } = choicesFor(ticked, plan);
  const terms = plan && {
    price: plan.PlanId,
    ...(!goesOn && { FreeForMonth: freeForMonth, DoNotProrate: doNotProrate, ChargeForLastMonth: chargeForLastMonth }),
  };
  const asked = terms !== null && done === null;
  const preview = usePreviewChangeQuery(asked ? { params: { id }, body: { change: 'reinstate', ...terms } } : skipToken, {
    refetchOnMountOrArgChange: true,
  });
  const [reinstate] = useReinstateMutation();
  const print = usePrintAtRegister();
  const finish = ({ receipt, subscription: reinstated }: { receipt: boolean; subscription: Pick<Subscription, 'id'> }): void => {
    if (receipt) print({ id: reinstated.id, kind: 'planchange' });
    if (!plan) return;
    onDone();
    const paid = preview.data?.due_today ?? 0;
    setDone(
      paid > 0 ? `${plan.PlanName} is reinstated. Paid ${centsToDollars(paid)}.` : `${plan.PlanName} is reinstated. Nothing was charged.`,
    );
  };
  const operation = useOperation(reinstateSubscription, reinstate, finish);

  const send = async (): Promise<void> => {
    if (!terms || !preview.data || mode === null || mode === 'upgrade' || mode === 'downgrade') return;
    const body = { ...terms, ...(card.asked !== null && { PaymentMethodId: card.asked }), ...(!goesOn && { from: preview.data.from }) };
    await operation.send({ params: { id }, query: { mode }, body }, `Reinstate ${plan?.PlanName ?? 'the plan'}`);
  };

  return (
    <ActionDialog
      title="Confirm Reinstate"
      confirm="Reinstate"
      ready={asked && preview.data !== undefined && !preview.isFetching}
      operation={operation}
      done={done}
      failed="Failed Payment"
      onConfirm={() => void send()}
      onClose={onClose}
    >
      <Loaded what="the plan" failed="Failed to Load Reinstate Price Options" answer={answer}>
        {({ plans, warnings }) => (
          <>
            {warnings.map((warning) => (
              <Alert key={warning} type="warning" showIcon title={warning} />
            ))}
            {offersOthers ? (
              <Field label="Plan">
                {(control) => (
                  <Select
                    {...control}
                    size="large"
                    value={plan?.PlanId ?? null}
                    options={plans.map((one) => ({ value: one.PlanId, label: named(one) }))}
                    onChange={(chosen) => setPicked(plans.find(({ PlanId }) => PlanId === chosen) ?? null)}
                  />
                )}
              </Field>
            ) : (
              <p>{plan ? named(plan) : 'No plans can be reinstated.'}</p>
            )}
          </>
        )}
      </Loaded>
      {plan && !goesOn && <StartChoicesTicks ticked={ticked} plan={plan} without={excluded(mode)} onChange={setTicked} />}
      {!goesOn && <StoredCardChoice customer={customer} chosen={card.chosen} onChoose={card.choose} />}
      <DueToday answer={preview} asked={asked} />
    </ActionDialog>
  );
}

const named = ({ PlanName, PlanPrice, PlanTotal, isNextPrice }: Plan): string =>
  `${PlanName}, ${monthlyWords({ amount: PlanPrice, total: PlanTotal })}${isNextPrice ? ' (kept price)' : ''}`;

/** An unpaid month is paid in full. */
const excluded = (mode: string | null): StartChoice[] => (mode?.startsWith('nonpayment') ? ['freeForMonth', 'chargeForLastMonth'] : []);

/** Whether other plans are offered: for SupportCenter and above, after Shift and the tilde key. */
function useOtherPlans(): boolean {
  const supports = useAtLeast('SupportCenter');
  const [asked, setAsked] = useState(false);
  useEffect(() => {
    if (!supports) return undefined;
    const hear = (event: KeyboardEvent): void => {
      if (event.key === '~' && event.shiftKey) setAsked(true);
    };
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, [supports]);
  return supports && asked;
}
