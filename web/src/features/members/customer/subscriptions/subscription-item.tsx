import { Button, Dropdown, Typography } from 'antd';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import type { Schedule } from '@washdesk/contracts/members/customer-parts';
import { subscriptionKeys } from '@washdesk/rules/company/metadata-keys';
import { otherFormAdvice } from '@washdesk/rules/plans/plan-changes';
import { counted } from '@washdesk/rules/text/counts';
import { scheduledPrice } from '../../../../domain/customers/membership.ts';
import { useSiteClock } from '../../../../domain/sites/site-clock.ts';
import { StatusBadge } from '../../../../domain/status/status-badge.tsx';
import { SubscriptionBadge } from '../../../../domain/status/subscription-badge.tsx';
import { paths } from '../../../../lib/paths.ts';
import { serverNow } from '../../../../lib/server-clock.ts';
import { useAtLeast, useSession } from '../../../../lib/session/use-session.ts';
import { actionsOf, type OfferedAction, type PlanAction } from './plan-actions.ts';
import styles from './subscriptions.module.css';

interface SubscriptionItemProps {
  subscription: Subscription;
  /** The subscription's schedule, if any. */
  schedule: Schedule | null;
  /** Null if it is read-only, as for a deleted customer. */
  onAction: ((action: OfferedAction) => void) | null;
  /** Whether another plan of the customer runs. */
  runsBeside: boolean;
}

const labels: Readonly<Record<PlanAction, string>> = {
  retry: 'Retry Payment',
  reinstate: 'Reinstate',
  upgrade: 'Upgrade',
  downgrade: 'Downgrade',
  changeprice: 'Change Price',
  increase: 'Schedule Increase',
  release: 'Release Schedule',
  discontinue: 'Discontinue',
  terminate: 'Terminate',
  end: 'End Plan',
};

/** How many actions are shown as buttons; the rest are under More. */
const besideEachOther = 3;

/** One subscription: plan, price, status, periods, seller and actions. */
export function SubscriptionItem({ subscription, schedule, runsBeside, onAction }: SubscriptionItemProps) {
  const { id, status, plan, terms, problem, cancellation, created, current_period_start: start, current_period_end: end } = subscription;
  const clock = useSiteClock();
  const termsVersion = subscription.metadata[subscriptionKeys.termsVersion];
  const roles = useSession()?.user.roles ?? 0;
  const showsId = useAtLeast('SalesManager');
  const increase = increaseAhead(schedule);
  const actions = onAction ? actionsOf({ subscription, increaseAhead: increase !== null, runsBeside, roles }) : [];
  return (
    <li className={styles.item} aria-label={plan?.product.name ?? 'Unnamed plan'}>
      <div className={styles.title}>
        <span className={styles.name}>{plan?.product.name ?? 'Unnamed plan'}</span>
        {terms !== null && <span className={styles.muted}>{terms}</span>}
        <Badge subscription={subscription} />
      </div>
      {problem !== null && (
        <p className={styles.muted}>
          {problem}. {otherFormAdvice}.
        </p>
      )}
      {cancellation && (
        <p className={styles.increase}>
          Canceled by the member ({cancellation.confirmation}), ends {clock.date(cancellation.ends, null)}. One more month is billed.
        </p>
      )}
      {increase && (
        <p className={styles.increase}>
          {increase.price ?? 'Another price'} starting {clock.date(increase.from, null)} (scheduled)
        </p>
      )}
      <dl className={styles.facts}>
        <Fact label="Created">{clock.date(created, null)}</Fact>
        <Fact label="Period Start">{start === null ? '–' : clock.date(start, null)}</Fact>
        <Fact label="Period End">{end === null ? '–' : clock.date(end, null)}</Fact>
        <Fact label="Price guarantee">{guarantee(subscription)}</Fact>
        {termsVersion && (
          <Fact label="Online terms">
            {termsVersion}, accepted {clock.date(Number(subscription.metadata[subscriptionKeys.termsAgreed]), null)}
          </Fact>
        )}
        <Fact label="Sold By">
          <Seller name={subscription.metadata[subscriptionKeys.employeeName]} />
        </Fact>
        {showsId && (
          <Fact label="Subscription">
            <Typography.Text copyable={{ text: id, tooltips: ['Copy ID', 'Copied'] }} className={styles.id}>
              {id}
            </Typography.Text>
          </Fact>
        )}
      </dl>
      {status === 'canceled' && subscription.cancellation_details?.comment && (
        <p className={styles.muted}>Cancellation reason: {subscription.cancellation_details.comment}</p>
      )}
      {onAction && actions.length > 0 && <Actions actions={actions} onAction={onAction} />}
    </li>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Badge({
  subscription: {
    status,
    cancel_at: endsAt,
    cancel_at_period_end: discontinued,
    current_period_end: end,
    ended_at,
    canceled_at,
    resumes_at: resumesAt,
  },
}: Pick<SubscriptionItemProps, 'subscription'>) {
  const clock = useSiteClock();
  const ended = ended_at ?? canceled_at;
  if (discontinued && end !== null) return <StatusBadge tone="wait">{`Discontinued: ${clock.date(end, null)}`}</StatusBadge>;
  if (resumesAt && ended_at === null) return <StatusBadge tone="wait">{`Paused until: ${clock.date(resumesAt, null)}`}</StatusBadge>;
  if (endsAt !== null && ended_at === null) return <StatusBadge tone="wait">{`Ends: ${clock.date(endsAt, null)}`}</StatusBadge>;
  if (status === 'canceled' && ended !== null) return <StatusBadge tone="stop">{`Canceled: ${clock.date(ended, null)}`}</StatusBadge>;
  return <SubscriptionBadge status={status} />;
}

/** The plan's seller; from Auditor, a link to all of this person's sales. */
function Seller({ name }: { name: string | undefined }) {
  const audits = useAtLeast('Auditor');
  if (!name) return '–';
  return audits ? <Link to={`${paths.transactions}?employeename=${encodeURIComponent(name)}`}>{name}</Link> : name;
}

function Actions({ actions, onAction }: { actions: readonly OfferedAction[]; onAction: (action: OfferedAction) => void }) {
  // actions that need an approval are rare, so they come last
  const inOrder = [...actions.filter((one) => !one.needsApproval), ...actions.filter((one) => one.needsApproval)];
  const own = inOrder.filter((one) => !one.needsApproval).length;
  const shown = inOrder.slice(0, inOrder.length <= besideEachOther ? inOrder.length : Math.min(besideEachOther, Math.max(1, own)));
  const more = inOrder.slice(shown.length);
  return (
    <div className={styles.actions}>
      {shown.map((one, index) => (
        <Button
          key={one.action}
          size="large"
          type={index === 0 && (one.action === 'retry' || one.action === 'reinstate') ? 'primary' : 'default'}
          onClick={() => onAction(one)}
        >
          {wordsOf(one)}
        </Button>
      ))}
      {more.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: more.map((one) => ({
              key: one.action,
              label: wordsOf(one),
              danger: one.action === 'terminate',
              onClick: () => onAction(one),
            })),
          }}
        >
          <Button size="large">More</Button>
        </Dropdown>
      )}
    </div>
  );
}

const wordsOf = ({ action, needsApproval }: OfferedAction): string =>
  needsApproval ? `${labels[action]} (needs approval)` : labels[action];

/** Returns the increase of an active schedule whose last phase is in the future. */
function increaseAhead(schedule: Schedule | null): { from: number; price: string | null } | null {
  const last = schedule?.status === 'active' ? schedule.phases.at(-1) : undefined;
  if (!last || last.start_date * 1_000 <= serverNow().getTime()) return null;
  return { from: last.start_date, price: scheduledPrice(last) };
}

function guarantee({ metadata }: Subscription): string {
  const months = Number(metadata[subscriptionKeys.planDuration] ?? Number.NaN);
  if (Number.isNaN(months)) return '–';
  return counted(months, 'month');
}
