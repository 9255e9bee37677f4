import type { ReactNode } from 'react';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import type { CustomerSummary } from '@washdesk/contracts/members/customer-summary';
import { hasBegun } from '@washdesk/rules/plans/statuses';
import { counted } from '@washdesk/rules/text/counts';
import { PaymentCard } from '../../../../domain/cards/payment-card.tsx';
import { currentSubscription } from '../../../../domain/customers/membership.ts';
import { Money } from '../../../../domain/money.tsx';
import { RelativeTime } from '../../../../domain/sites/relative-time.tsx';
import { useSiteClock } from '../../../../domain/sites/site-clock.ts';
import {
  useCustomerSchedulesQuery,
  useCustomerSubscriptionsQuery,
  useCustomerSummaryQuery,
  useNextInvoiceQuery,
} from '../customer-screen-api.ts';
import { nextBill, type NextBill } from './next-bill.ts';
import styles from './customer-head.module.css';

/** Figures about one customer in a row; each has its space from the start so that nothing moves when it loads. */
export function Facts({ customer }: { customer: CustomerDetail }) {
  const { data: summary } = useCustomerSummaryQuery({ params: { id: customer.id } });
  return (
    <dl className={styles.facts}>
      <Fact label="Last wash">{summary && <LastWash summary={summary} />}</Fact>
      <Fact label="This month">{summary && counted(summary.washes_this_month, 'wash', 'washes')}</Fact>
      <Fact label="Cost per wash">{summary && (summary.cost_a_wash === null ? '–' : <Money cents={summary.cost_a_wash} />)}</Fact>
      <Fact label="Paid to date">{summary && <Money cents={summary.paid_to_date} />}</Fact>
      <Fact label="Member since">
        <MemberSince customer={customer} />
      </Fact>
      <Fact label="Next bill">
        <Bill customer={customer} nextRetry={summary?.next_retry ?? null} />
      </Fact>
      <Fact label="Card">{summary && <DefaultCard card={summary.card} />}</Fact>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{children || ' '}</dd>
    </div>
  );
}

function LastWash({ summary: { last_wash: last } }: { summary: CustomerSummary }) {
  if (last === null) return 'Never';
  return (
    <>
      <RelativeTime time={last.at} /> · {last.siteName}
    </>
  );
}

/** The date on which the first plan began. */
function MemberSince({ customer }: { customer: CustomerDetail }) {
  const clock = useSiteClock();
  const began = customer.subscriptions.data.filter(({ status }) => hasBegun(status));
  return began.length === 0 ? '–' : clock.date(Math.min(...began.map(({ created }) => created)), null);
}

/** The next bill of the current plan, its end, or the next retry of an open payment. */
function Bill({ customer, nextRetry }: { customer: CustomerDetail; nextRetry: number | null }) {
  const clock = useSiteClock();
  const current = currentSubscription(customer);
  const { data } = useCustomerSubscriptionsQuery({ params: { id: customer.id } });
  const { data: scheduled } = useCustomerSchedulesQuery({ params: { id: customer.id } });
  const subscription = data?.subscriptions.find(({ id }) => id === current?.id);
  if (current === null) return '–';
  if (nextRetry !== null) return `Retry ${clock.date(nextRetry, null)}`;
  if (subscription === undefined || scheduled === undefined) return null;
  const bill = nextBill(subscription, scheduled.schedules);
  if (bill === null)
    return subscription.cancel_at_period_end && subscription.current_period_end !== null
      ? `None: ends ${clock.date(subscription.current_period_end, null)}`
      : '–';
  return <Coming subscription={subscription.id} bill={bill} />;
}

/** The next bill as Stripe computes it, with tax and credits; if Stripe can’t be asked, the plan's price with tax. */
function Coming({ subscription, bill }: { subscription: string; bill: NextBill }) {
  const clock = useSiteClock();
  const { data, error } = useNextInvoiceQuery({ params: { id: subscription }, query: {} });
  const cents = data?.amount_due ?? (error ? bill.amount : null);
  return (
    <>
      {clock.date(data?.date ?? bill.date, null)}
      {cents !== null && (
        <>
          {' · '}
          <Money cents={cents} />
        </>
      )}
    </>
  );
}

function DefaultCard({ card }: { card: CustomerSummary['card'] }) {
  if (card === null) return 'None';
  const until = `${String(card.exp_month).padStart(2, '0')}/${String(card.exp_year).slice(2)}`;
  return (
    <span className={card.expiry === 'valid' ? undefined : styles.late}>
      <PaymentCard brand={card.brand} last4={card.last4} />{' '}
      {card.expiry === 'expired' ? 'expired' : card.expiry === 'soon' ? 'expires' : ''} {until}
    </span>
  );
}
