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

const nextBillLabel = 'Next bill';

/** Four facts: the money to come, the card that pays it, the washes and the membership. Each has its space from the start. */
export function Facts({ customer }: { customer: CustomerDetail }) {
  const { data: summary } = useCustomerSummaryQuery({ params: { id: customer.id } });
  const card = summary?.card ?? null;
  return (
    <dl className={styles.facts}>
      <NextBillFact customer={customer} nextRetry={summary?.next_retry ?? null} />
      <Fact label="Card" more={card && <Expiry card={card} />}>
        {summary && (card ? <PaymentCard brand={card.brand} last4={card.last4} /> : 'None')}
      </Fact>
      <Fact label="Last wash" more={summary && <Washes summary={summary} />}>
        {summary && <LastWash summary={summary} />}
      </Fact>
      <Fact
        label="Member since"
        more={
          summary && (
            <>
              Paid to date <Money cents={summary.paid_to_date} />
            </>
          )
        }
      >
        <MemberSince customer={customer} />
      </Fact>
    </dl>
  );
}

interface FactProps {
  label: string;
  /** A second, quieter line. */
  more?: ReactNode;
  children: ReactNode;
}

function Fact({ label, more, children }: FactProps) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{children || '\u00a0'}</dd>
      <dd className={styles.more}>{more || '\u00a0'}</dd>
    </div>
  );
}

function Washes({ summary: { washes_this_month: washes, cost_a_wash: cost } }: { summary: CustomerSummary }) {
  return (
    <>
      {counted(washes, 'wash', 'washes')} this month
      {cost !== null && (
        <>
          {' · '}
          <Money cents={cost} /> a wash
        </>
      )}
    </>
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
function NextBillFact({ customer, nextRetry }: { customer: CustomerDetail; nextRetry: number | null }) {
  const clock = useSiteClock();
  const current = currentSubscription(customer);
  const { data } = useCustomerSubscriptionsQuery({ params: { id: customer.id } });
  const { data: scheduled } = useCustomerSchedulesQuery({ params: { id: customer.id } });
  const subscription = data?.subscriptions.find(({ id }) => id === current?.id);
  if (current === null) return <Fact label={nextBillLabel}>–</Fact>;
  if (nextRetry !== null) return <Fact label={nextBillLabel}>Retry {clock.date(nextRetry, null)}</Fact>;
  if (subscription === undefined || scheduled === undefined) return <Fact label={nextBillLabel}>{null}</Fact>;
  const bill = nextBill(subscription, scheduled.schedules);
  if (bill) return <Coming subscription={subscription.id} bill={bill} />;
  const { cancel_at: endsAt, cancel_at_period_end: ends, current_period_end } = subscription;
  const end = endsAt ?? (ends ? current_period_end : null);
  return (
    <Fact label={nextBillLabel} more={end !== null && `Ends ${clock.date(end, null)}`}>
      {end !== null ? 'None' : '–'}
    </Fact>
  );
}

/** The next bill as Stripe computes it, with tax and credits; if Stripe can’t be asked, the plan's price with tax. */
function Coming({ subscription, bill }: { subscription: string; bill: NextBill }) {
  const clock = useSiteClock();
  const { data, error } = useNextInvoiceQuery({ params: { id: subscription }, query: {} });
  const cents = data?.amount_due ?? (error ? bill.amount : null);
  return (
    <Fact label={nextBillLabel} more={clock.date(data?.date ?? bill.date, null)}>
      {cents !== null && <Money cents={cents} />}
    </Fact>
  );
}

function Expiry({ card: { exp_month: month, exp_year: year, expiry } }: { card: NonNullable<CustomerSummary['card']> }) {
  const until = `${String(month).padStart(2, '0')}/${String(year).slice(2)}`;
  if (expiry === 'expired') return <span className={styles.expired}>Expired {until}</span>;
  return <span className={expiry === 'soon' ? styles.late : undefined}>Expires {until}</span>;
}
