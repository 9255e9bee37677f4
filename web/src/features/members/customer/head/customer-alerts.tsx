import { Button } from 'antd';
import { Link, useLocation, type To } from 'react-router-dom';
import type { Subscription } from '@washdesk/contracts/billing/plans/subscription';
import type { AbuseFlag } from '@washdesk/contracts/company/abuse';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import type { CustomerSummary } from '@washdesk/contracts/members/customer-summary';
import { abuseNames } from '@washdesk/rules/abuse/words';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { activeCodes, mostActiveCodes } from '@washdesk/rules/codes/active-codes';
import { awaitsFirstPayment } from '@washdesk/rules/plans/statuses';
import { counted } from '@washdesk/rules/text/counts';
import { useAbuseFlagsQuery } from '../../../../domain/abuse/abuse-api.ts';
import { abusePath } from '../../../../domain/abuse/abuse-path.ts';
import { currentSubscription } from '../../../../domain/customers/membership.ts';
import { useSiteClock } from '../../../../domain/sites/site-clock.ts';
import { StatusBadge } from '../../../../domain/status/status-badge.tsx';
import type { Tone } from '../../../../domain/status/tone.ts';
import { isCallFailure } from '../../../../lib/api/call-failure.ts';
import { known } from '../../../../lib/api/newer-cloud.ts';
import { customerJobsPath, paths } from '../../../../lib/paths.ts';
import { useAtLeast } from '../../../../lib/session/use-session.ts';
import {
  useCustomerNotesQuery,
  useCustomerPlatesAndTagsQuery,
  useCustomerSubscriptionsQuery,
  useCustomerSummaryQuery,
} from '../customer-screen-api.ts';
import styles from './customer-head.module.css';

interface CustomerAlert {
  id: string;
  tone: Tone;
  words: string;
  /** The tab or screen with the details. */
  to?: To;
}

/** A list that needs the PIN is shown in its own tab. */
const needsPin = (error: unknown): boolean => isCallFailure(error) && error.code === 'pin_required';

const deletedSentence = 'Customer has been deleted and cannot be signed up for a subscription';

/** Alerts to read before any action: one line each, the most serious first. */
export function CustomerAlerts({ customer }: { customer: CustomerDetail }) {
  const figures = useCustomerSummaryQuery({ params: { id: customer.id } });
  const noted = useCustomerNotesQuery({ params: { id: customer.id }, query: {} });
  const warnsOfCodes = useAtLeast('User');
  const seesCodes = useAtLeast('SalesManager');
  const seesDisputes = useAtLeast('SupportCenter');
  const seesJobs = useAtLeast('Admin');
  const { search } = useLocation();
  const coded = useCustomerPlatesAndTagsQuery({ params: { id: customer.id }, query: {} }, { skip: !warnsOfCodes });
  const plans = useCustomerSubscriptionsQuery({ params: { id: customer.id } });
  const flagged = useAbuseFlagsQuery({ query: { customer: customer.id } }, { skip: !seesCodes });
  const clock = useSiteClock();
  const [summary, notes, codes] = [figures.data, noted.data, coded.data];
  const lacking = [
    { what: 'notes', answer: noted },
    { what: 'figures', answer: figures },
    { what: 'plates and tags', answer: coded },
    { what: 'abuse flags', answer: flagged },
  ].filter(({ answer }) => answer.isError && !answer.isFetching && !needsPin(answer.error));
  const alerts = [
    ...ofCustomer(customer),
    ...(plans.data?.subscriptions ?? []).flatMap((plan) => ofCancellation(plan, (at) => clock.date(at, null))),
    ...(notes?.alerts ?? []).map(({ id, note }): CustomerAlert => ({ id, tone: 'wait', words: note, to: { hash: 'notes' } })),
    ...(summary ? ofSummary(summary, { customer, seesDisputes, seesJobs }) : []),
    ...(codes
      ? ofCodes(
          codes.tags.map(({ CODE }) => CODE),
          seesCodes,
        )
      : []),
    ...ofFlags(flagged.data?.flags ?? [], customer.id),
  ];
  if (alerts.length === 0 && lacking.length === 0) return null;
  return (
    <ul className={styles.alerts} aria-label="Customer alerts">
      {lacking.length > 0 && (
        <li className={styles.lacking}>
          <StatusBadge tone="stop">{`Not loaded: ${lacking.map(({ what }) => what).join(', ')}`}</StatusBadge>
          <Button onClick={() => lacking.forEach(({ answer }) => void answer.refetch())}>Try Again</Button>
        </li>
      )}
      {alerts.map(({ id, tone, words, to }) => (
        <li key={id}>
          {to === undefined ? (
            <StatusBadge tone={tone}>{words}</StatusBadge>
          ) : (
            <Link to={typeof to === 'string' ? to : { search, ...to }} replace={typeof to !== 'string'}>
              <StatusBadge tone={tone}>{words}</StatusBadge>
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

function ofCustomer(customer: CustomerDetail): CustomerAlert[] {
  const subscription = currentSubscription(customer);
  const alerts: CustomerAlert[] = [];
  if (customer.deleted) alerts.push({ id: 'deleted', tone: 'stop', words: deletedSentence });
  if (subscription && awaitsFirstPayment(subscription.status))
    alerts.push({ id: 'first payment', tone: 'wait', words: 'The first payment hasn’t gone through.' });
  if (customer.incomplete && !customer.deleted)
    alerts.push({ id: 'incomplete', tone: 'wait', words: 'Signed up online. A cashier needs to complete it', to: { hash: 'tools' } });
  return alerts;
}

/** Staff must not cancel what is canceled, or sell the plan as a running one. */
const ofCancellation = ({ id, cancellation }: Subscription, date: (at: number) => string): CustomerAlert[] =>
  cancellation
    ? [
        {
          id: `canceled ${id}`,
          tone: 'wait',
          words: `Canceled by the member (${cancellation.confirmation}), ends ${date(cancellation.ends)}`,
          to: { hash: 'subscriptions' },
        },
      ]
    : [];

/** One line for all open flags. */
const ofFlags = (flags: readonly AbuseFlag[], customer: string): CustomerAlert[] =>
  flags.length === 0
    ? []
    : [
        {
          id: 'abuse',
          tone: 'neutral',
          words: `Flagged: ${flags.map(({ kind }) => known(abuseNames, kind, 'possible abuse')).join(', ')}`,
          to: abusePath(customer),
        },
      ];

interface Reader {
  customer: CustomerDetail;
  seesDisputes: boolean;
  seesJobs: boolean;
}

function ofSummary(
  summary: CustomerSummary,
  { customer: { id: customer, phone, email }, seesDisputes, seesJobs }: Reader,
): CustomerAlert[] {
  const { disputes_counted: disputes, open_invoices: open, others, waiting, under_way: underWay, balance } = summary;
  const alerts: CustomerAlert[] = [];
  if (disputes > 0)
    alerts.push({
      id: 'disputes',
      tone: 'stop',
      words: disputes === 1 ? 'Disputed Charges' : `Disputed Charges (${disputes})`,
      ...(seesDisputes && { to: { hash: 'disputes' } }),
    });
  if (open.count > 0)
    alerts.push({
      id: 'open invoices',
      tone: 'wait',
      words: `${counted(open.count, 'invoice')} not paid: ${centsToDollars(open.total)}`,
      to: { hash: 'payments' },
    });
  for (const { operation, action, by, waits_for_stripe: waits, age: seconds } of underWay) {
    const minutes = Math.floor(seconds / 60);
    const age = minutes === 0 ? 'just now' : `${counted(minutes, 'minute')} ago`;
    const state = waits ? 'waits for Stripe and continues by itself' : 'in progress';
    alerts.push({ id: operation, tone: 'wait', words: `${action}: ${state} (${by}, ${age})` });
  }
  if (balance !== 0)
    alerts.push({
      id: 'balance',
      tone: 'neutral',
      words: balance < 0 ? `Credit: ${centsToDollars(-balance)}` : `${centsToDollars(balance)} is added to the next bill`,
    });
  const shared = [
    { count: others.phone, what: 'phone', term: phone },
    { count: others.email, what: 'email', term: email },
    { count: others.card, what: 'card', term: summary.card?.last4 ?? null },
  ];
  for (const { count, what, term } of shared) {
    if (count > 0)
      alerts.push({
        id: what,
        tone: 'neutral',
        words: `${counted(count, 'other customer')} with this ${what}`,
        ...(term && { to: `${paths.search}?searchString=${encodeURIComponent(term)}` }),
      });
  }
  for (const { site, siteName, count } of waiting) {
    const updates = counted(count, 'update');
    const where = site === null ? '' : ` for ${siteName ?? `site ${site}`}`;
    alerts.push({
      id: `waiting ${site}`,
      tone: 'neutral',
      words: `${updates} waiting${where}`,
      ...(seesJobs && { to: customerJobsPath(customer) }),
    });
  }
  return alerts;
}

/** Counts a code at two sites once and skips inactive ones. */
function ofCodes(codes: readonly string[], seesCodes: boolean): CustomerAlert[] {
  const active = activeCodes(codes);
  if (active.length <= mostActiveCodes) return [];
  const words = `${active.length} active plates and tags: more than ${mostActiveCodes}`;
  return [{ id: 'codes', tone: 'wait', words, ...(seesCodes && { to: { hash: 'plates' } }) }];
}
