import type { FoundSubscription } from '@washdesk/contracts/billing/plans/subscription-edit';
import { subscriptionKeys } from '@washdesk/rules/company/metadata-keys';
import { meaningOf } from '@washdesk/rules/plans/statuses';
import type { Column } from '../../../components/data/columns.ts';
import { CustomerLink } from '../../../domain/customers/customer-link.tsx';
import { useSiteColumns } from '../../../domain/list-columns.tsx';
import { SubscriptionBadge } from '../../../domain/status/subscription-badge.tsx';
import { useCursorPages } from '../../../lib/pages/use-cursor-pages.ts';
import { Results } from './results.tsx';
import { useLazySearchSubscriptionsQuery, useSearchSubscriptionsQuery, type SubscriptionSearch } from './transactions-api.ts';

const plans: Column<FoundSubscription>[] = [
  {
    title: 'Customer',
    key: 'customer',
    value: ({ customer }) => customer.name,
    render: (_, { customer }) => <CustomerLink {...customer} />,
  },
  { title: 'Plan', key: 'plan', render: (_, { plan }) => plan?.nickname },
  { title: 'Price', key: 'terms', render: (_, { terms }) => terms },
  {
    title: 'Status',
    key: 'status',
    card: 'end',
    value: ({ status }) => meaningOf(status).label,
    render: (_, { status }) => <SubscriptionBadge status={status} />,
  },
];
const sellers: Column<FoundSubscription>[] = [
  { title: 'Terminal', key: 'terminal', render: (_, { metadata }) => metadata[subscriptionKeys.terminal] },
  { title: 'Sold by', key: 'employee', render: (_, { metadata }) => metadata[subscriptionKeys.employeeName] },
];

/** Plans by seller, and by day and site. */
export function SubscriptionsFound({ search }: { search: SubscriptionSearch }) {
  const pages = useCursorPages();
  const { siteBy, time } = useSiteColumns();
  const [read] = useLazySearchSubscriptionsQuery();
  const answer = useSearchSubscriptionsQuery({ body: search, query: { page: pages.cursor } }, { refetchOnMountOrArgChange: true });
  return (
    <Results
      title="Subscriptions"
      none="No Subscriptions Found"
      columns={[time('Date', ({ created }) => created, { siteOf }), ...plans, siteBy(siteOf), ...sellers]}
      pages={pages}
      answer={answer}
      readPage={(page) => read({ body: search, query: { page } }).unwrap()}
    />
  );
}

const siteOf = ({ metadata }: FoundSubscription): number | null => Number(metadata[subscriptionKeys.site]) || null;
