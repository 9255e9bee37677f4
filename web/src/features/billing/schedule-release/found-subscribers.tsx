import { Button } from 'antd';
import type { Customer } from '@washdesk/contracts/members/customer';
import { hasEnded } from '@washdesk/rules/plans/statuses';
import type { ScreenColumn } from '../../../components/data/columns.ts';
import { DataTable } from '../../../components/data/data-table.tsx';
import { ResultPages } from '../../../components/data/result-pages.tsx';
import { Failure } from '../../../components/feedback/failure.tsx';
import { NothingFound } from '../../../components/feedback/nothing-found.tsx';
import { Searching } from '../../../components/feedback/searching.tsx';
import { Section } from '../../../components/layout/section.tsx';
import { VehicleCode } from '../../../domain/codes/vehicle-code.tsx';
import { CustomerLink } from '../../../domain/customers/customer-link.tsx';
import { planName, vehicleOf, type Subscription } from '../../../domain/customers/membership.ts';
import { SubscriptionBadge } from '../../../domain/status/subscription-badge.tsx';
import { useCursorPages } from '../../../lib/pages/use-cursor-pages.ts';
import { useSubscribersFoundQuery, useSubscribersMeantQuery } from './schedule-release-api.ts';

interface Subscriber {
  customer: Customer;
  subscription: Subscription;
}

/** Returns the running subscriptions of these customers. */
const subscribersOf = (customers: readonly Customer[]): Subscriber[] =>
  customers.flatMap((customer) =>
    customer.subscriptions.data.filter(({ status }) => !hasEnded(status)).map((subscription) => ({ customer, subscription })),
  );

interface FoundSubscribersProps {
  term: string;
  onChoose: (subscription: string) => void;
}

/** The subscriptions of the customers that match a name or plate, otherwise of similar ones. */
export function FoundSubscribers({ term, onChoose }: FoundSubscribersProps) {
  const pages = useCursorPages();
  const { data, error, isFetching, refetch } = useSubscribersFoundQuery(
    { params: { term }, query: { page: pages.cursor } },
    { refetchOnMountOrArgChange: true },
  );
  const failure = error != null && !isFetching && (
    <Failure title="Error Looking up Subscription" error={error} onRetry={() => void refetch()} />
  );
  if (!data) return failure || <Searching />;
  if (data.count === 0) return <Meant term={term} onChoose={onChoose} />;
  const found = subscribersOf(data.customers);
  return (
    <>
      {failure}
      {data.more && <p role="status">Showing the first {data.count}. Type more to narrow the list.</p>}
      {found.length === 0 ? (
        <NothingFound>None of these customers has an active subscription</NothingFound>
      ) : (
        <Subscribers title="Subscriptions" found={found} busy={isFetching} onChoose={onChoose} />
      )}
      <ResultPages size={10} pages={pages} next={data.next_page} busy={isFetching} />
    </>
  );
}

/** The customers similar to a term without a match. */
function Meant({ term, onChoose }: FoundSubscribersProps) {
  const { data } = useSubscribersMeantQuery({ params: { term } });
  const meant = subscribersOf(data?.customers ?? []);
  return (
    <>
      <NothingFound>Failed to lookup subscription</NothingFound>
      {meant.length > 0 && <Subscribers title="Did you mean" found={meant} busy={false} onChoose={onChoose} />}
    </>
  );
}

const facts: ScreenColumn<Subscriber>[] = [
  { title: 'Customer', key: 'customer', render: (_, { customer: { id, name } }) => <CustomerLink id={id} name={name} /> },
  { title: 'Plate or tag', key: 'code', render: (_, { customer }) => <Code customer={customer} /> },
  { title: 'Plan', key: 'plan', render: (_, { subscription }) => planName(subscription) },
  { title: 'Price', key: 'terms', render: (_, { subscription: { terms } }) => terms },
  { title: 'Status', key: 'status', card: 'end', render: (_, { subscription: { status } }) => <SubscriptionBadge status={status} /> },
];

function Code({ customer }: { customer: Customer }) {
  const { plate, tag } = vehicleOf(customer);
  const code = plate || tag;
  return code ? <VehicleCode code={code} /> : null;
}

interface SubscribersProps {
  title: string;
  found: readonly Subscriber[];
  busy: boolean;
  onChoose: (subscription: string) => void;
}

function Subscribers({ title, found, busy, onChoose }: SubscribersProps) {
  const choose: ScreenColumn<Subscriber> = {
    title: 'Actions',
    key: 'actions',
    align: 'right',
    render: (_, { customer, subscription }) => (
      <Button aria-label={`Schedule of ${customer.name ?? 'No name'}`} onClick={() => onChoose(subscription.id)}>
        Show Schedule
      </Button>
    ),
  };
  return (
    <Section title={title} flush>
      <DataTable
        rowKey={({ subscription: { id } }) => id}
        columns={[...facts, choose]}
        rows={found}
        busy={busy}
        empty="Nothing found"
        file={null}
      />
    </Section>
  );
}
