import { Alert, Button, Popconfirm } from 'antd';
import { useState } from 'react';
import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import type { Schedule } from '@washdesk/contracts/members/customer-parts';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { Failure } from '../../../components/feedback/failure.tsx';
import { NothingFound } from '../../../components/feedback/nothing-found.tsx';
import { Searching } from '../../../components/feedback/searching.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { CustomerLink } from '../../../domain/customers/customer-link.tsx';
import { scheduledPrice } from '../../../domain/customers/membership.ts';
import { useSiteClock } from '../../../domain/sites/site-clock.ts';
import { SubscriptionBadge } from '../../../domain/status/subscription-badge.tsx';
import { isCallFailure } from '../../../lib/api/call-failure.ts';
import { useKeyedRequest } from '../../../lib/idempotent-requests/use-keyed-request.ts';
import { useReleaseOfficeScheduleMutation, useSchedulesToReleaseQuery, useSubscriptionToReleaseQuery } from './schedule-release-api.ts';
import styles from './schedule-release.module.css';

interface ChosenSubscriptionProps {
  id: string;
  /** Returns to the results; null if the id itself was looked up. */
  onBack: (() => void) | null;
}

/** One subscription with what its schedule will change, and when. */
export function ChosenSubscription({ id, onBack }: ChosenSubscriptionProps) {
  const { data, error, isLoading, isFetching, refetch } = useSubscriptionToReleaseQuery({ params: { id }, query: {} });
  const [released, setReleased] = useState(false);
  if (isLoading) return <Searching />;
  const isUnknown = isCallFailure(error) && error.status === 404;
  if (isUnknown && !isFetching) return <NothingFound>Failed to lookup subscription</NothingFound>;
  const failure = error != null && !isFetching && (
    <Failure title="Error Looking up Subscription" error={error} onRetry={() => void refetch()} />
  );
  if (!data) return failure || <Searching />;
  return (
    <>
      {failure}
      <div aria-live="polite">
        {released && <Alert type="success" showIcon title="Schedule Released" description="The schedule has been successfully released" />}
      </div>
      <Section
        title={data.plan?.product.name ?? data.plan?.nickname ?? 'Subscription'}
        actions={onBack && <Button onClick={onBack}>Back to the List</Button>}
      >
        <p className={styles.who}>
          <CustomerLink id={data.customer} name="Show the customer" /> <SubscriptionBadge status={data.status} />
        </p>
        {!released && <Planned subscription={data} onReleased={() => setReleased(true)} />}
      </Section>
    </>
  );
}

interface PlannedProps {
  subscription: Subscription;
  onReleased: () => void;
}

const none = 'No Schedule Found for this subscription';

function Planned({ subscription, onReleased }: PlannedProps) {
  const { data, error, isLoading, refetch } = useSchedulesToReleaseQuery({ params: { id: subscription.customer }, query: {} });
  if (isLoading) return <Searching />;
  if (error && !data) return <Failure title="Error Looking up Subscription" error={error} onRetry={() => void refetch()} />;
  const schedule = data?.schedules.find((one) => one.subscription === subscription.id && one.status === 'active');
  if (!schedule) return <NothingFound>{none}</NothingFound>;
  return <Release schedule={schedule} paid={subscription.plan?.total ?? null} onReleased={onReleased} />;
}

interface ReleaseProps {
  schedule: Schedule;
  /** Cents per month today, with tax. */
  paid: number | null;
  onReleased: () => void;
}

function Release({ schedule, paid, onReleased }: ReleaseProps) {
  const clock = useSiteClock();
  const [send] = useReleaseOfficeScheduleMutation();
  const request = useKeyedRequest({ kind: 'schedule-release', takesUp: (subject) => subject === schedule.id });
  const { state } = request;
  const release = async (): Promise<void> => {
    const done = await request.send(schedule.id, (idempotencyKey) => send({ params: { id: schedule.id }, idempotencyKey }));
    if (done) onReleased();
  };
  const isGone = state.kind === 'refused' && state.failure.code === 'no_schedule';
  const coming = schedule.phases.at(-1);
  const price = coming ? scheduledPrice(coming) : null;
  return (
    <div className={styles.planned} aria-live="polite">
      <p>
        {coming && price !== null
          ? `The price increases${paid === null ? '' : ` from ${centsToDollars(paid)}`} to ${price} on ${clock.date(coming.start_date, null)}. `
          : 'A price change is scheduled. '}
        {paid !== null &&
          `If released, the price stays ${centsToDollars(paid)}, and is kept for one month if the plan is canceled and restarted.`}
      </p>
      {isGone && <NothingFound>{none}</NothingFound>}
      {state.kind === 'refused' && !isGone && <Failure title="Couldn’t release the schedule" error={state.failure} />}
      {state.kind === 'unknown' ? (
        <Alert
          type="warning"
          showIcon
          title="Checking whether the schedule was released"
          action={<Button onClick={() => void release()}>Check</Button>}
        />
      ) : (
        <Popconfirm
          title="Release this schedule?"
          description="The scheduled price won’t take effect."
          okText="Release"
          okButtonProps={{ danger: true }}
          cancelText="Cancel"
          onConfirm={() => void release()}
        >
          <Button danger size="large" loading={state.kind === 'sending'} disabled={isGone}>
            Release Schedule
          </Button>
        </Popconfirm>
      )}
    </div>
  );
}
