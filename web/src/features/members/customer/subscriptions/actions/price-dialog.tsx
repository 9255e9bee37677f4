import { skipToken } from '@reduxjs/toolkit/query';
import { Alert, Radio, Select } from 'antd';
import { useState } from 'react';
import type { z } from 'zod';
import { changePrice } from '@washdesk/contracts/billing/plans/plan-change';
import type { subscriptionPrices } from '@washdesk/contracts/billing/plans/subscription';
import { scheduleIncrease } from '@washdesk/contracts/billing/plans/subscription-schedule';
import { nextBillingInstants } from '@washdesk/rules/dates/billing-instant';
import { formatDateUs } from '@washdesk/rules/dates/dates';
import { monthlyWords } from '@washdesk/rules/plans/plan-price';
import { Loaded } from '../../../../../components/feedback/loaded.tsx';
import { Field } from '../../../../../components/input/field.tsx';
import { ActionDialog } from '../../../../../domain/actions/action-dialog.tsx';
import { useOperation } from '../../../../../domain/actions/use-operation.ts';
import { Money } from '../../../../../domain/money.tsx';
import { serverNow } from '../../../../../lib/server-clock.ts';
import {
  useChangePriceMutation,
  usePreviewChangeQuery,
  useScheduleIncreaseMutation,
  useSubscriptionPricesQuery,
} from '../subscriptions-api.ts';
import { DueToday } from './due-today.tsx';
import type { ActionProps } from './plan-change-dialog.tsx';
import styles from '../../../../../domain/actions/action-dialog.module.css';

type Price = z.output<typeof subscriptionPrices.response>['prices'][number];

const words = {
  changeprice: { title: "Update Customer's Price", confirm: 'Change Price', none: 'There is no other price at this location' },
  increase: { title: 'Schedule Price Increase', confirm: 'Schedule Increase', none: 'No higher price is set up for this plan' },
};

const monthsAhead = 6;
const noticeDays = 30;

const comingFirsts = (): string[] => nextBillingInstants(serverNow(), monthsAhead).map((first) => first.toISOString().slice(0, 10));

/**
 * Changes the price of the same plan: from the next period, or as an increase from a future 1st (docs/rules/billing.md#price-increases).
 */
export function PriceDialog({ change, subscription, onDone, onClose }: ActionProps & { change: 'changeprice' | 'increase' }) {
  const { id } = subscription;
  const answer = useSubscriptionPricesQuery({ params: { id } });
  const [dates] = useState(comingFirsts);
  const [price, setPrice] = useState<Price | null>(null);
  const [date, setDate] = useState(dates[0]!);
  const [done, setDone] = useState<string | null>(null);
  const asked = price !== null && done === null;
  const when = change === 'increase' ? { effectiveDate: date } : {};
  const preview = usePreviewChangeQuery(asked ? { params: { id }, body: { change, price: price.PlanId, ...when } } : skipToken, {
    refetchOnMountOrArgChange: true,
  });
  const [changing] = useChangePriceMutation();
  const [scheduling] = useScheduleIncreaseMutation();
  const finish = (): void => {
    if (!price) return;
    onDone();
    const monthly = monthlyWords({ amount: price.PlanPrice, total: price.PlanTotal });
    setDone(
      change === 'changeprice' ? `The price is ${monthly} starting with the next invoice.` : `${monthly} starting ${formatDateUs(date)}.`,
    );
  };
  const changed = useOperation(changePrice, changing, finish);
  const scheduled = useOperation(scheduleIncrease, scheduling, finish);
  const operation = change === 'changeprice' ? changed : scheduled;
  const { title, confirm, none } = words[change];

  const send = async (): Promise<void> => {
    if (!price || !preview.data) return;
    const what = `${confirm} to ${monthlyWords({ amount: price.PlanPrice, total: price.PlanTotal })}`;
    if (change === 'increase') await scheduled.send({ body: increaseOf(id, price, answer.data?.prices ?? [], date) }, what);
    else await changed.send({ params: { id }, body: { price: price.PlanId, proration_date: preview.data.proration_date } }, what);
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
      <Loaded what="prices" failed="Couldn’t load prices" answer={answer}>
        {({ prices }) => {
          const offered = prices.filter((one) => (change === 'increase' ? one.increase : !one.paid && one.active));
          if (offered.length === 0) return <p role="status">{none}.</p>;
          return (
            <Radio.Group
              className={styles.choices}
              aria-label="Price"
              value={price?.PlanId ?? null}
              onChange={({ target }) => setPrice(offered.find(({ PlanId }) => PlanId === target.value) ?? null)}
            >
              {offered.map((one) => (
                <Radio key={one.PlanId} value={one.PlanId}>
                  <strong>
                    <Money cents={one.PlanTotal} />
                  </strong>
                  {one.PlanTotal !== one.PlanPrice && ' with tax'} {one.PlanName} <span className={styles.waiting}>{kindOf(one)}</span>
                </Radio>
              ))}
            </Radio.Group>
          );
        }}
      </Loaded>
      {change === 'increase' && (
        <Field label="Effective date">
          {(control) => (
            <Select
              {...control}
              size="large"
              value={date}
              onChange={setDate}
              options={dates.map((one) => ({ value: one, label: formatDateUs(one) }))}
            />
          )}
        </Field>
      )}
      {change === 'increase' && isSoon(date) && (
        <Alert type="warning" showIcon title="This is less than 30 days away. Members are promised 30 days’ notice of a price change." />
      )}
      <DueToday answer={preview} asked={asked} />
    </ActionDialog>
  );
}

const kindOf = ({ currentprice, nextprice }: Price): string => (nextprice ? 'new price' : currentprice ? 'current price' : 'former price');

const isSoon = (date: string): boolean => Date.parse(`${date}T00:00:00Z`) - serverNow().getTime() < noticeDays * 86_400_000;

function increaseOf(subscriptionId: string, { PlanId, PlanPrice }: Price, prices: readonly Price[], effectiveDate: string) {
  const paid = prices.find((one) => one.paid);
  return { subscriptionId, newPrice: PlanId, increasedPrice: PlanPrice, effectiveDate, ...(paid && { originalPrice: paid.PlanId }) };
}
