import { Navigate } from 'react-router-dom';
import type { CodeHolder } from '@washdesk/contracts/lane/redeem';
import type { Customer } from '@washdesk/contracts/members/customer';
import { isMember } from '@washdesk/rules/plans/statuses';
import { Failure } from '../../../components/feedback/failure.tsx';
import { Searching } from '../../../components/feedback/searching.tsx';
import { SharedCode } from '../../../domain/codes/shared-code.tsx';
import { VehicleCode } from '../../../domain/codes/vehicle-code.tsx';
import { currentSubscription, vehicleOf } from '../../../domain/customers/membership.ts';
import { StatusBadge } from '../../../domain/status/status-badge.tsx';
import { useCursorPages } from '../../../lib/pages/use-cursor-pages.ts';
import { customerPath } from '../../../lib/paths.ts';
import { CustomersTable } from './customers-table.tsx';
import { NotFoundCard } from './not-found-card.tsx';
import { useSearchCustomersQuery } from './search-api.ts';
import { useClubPlanWarning } from './use-club-plan-warning.ts';

/** A term's results: no match, one customer who is opened directly, or pages of ten. */
export function SearchResults({ term }: { term: string }) {
  const pages = useCursorPages();
  const { data, currentData, error, isFetching, refetch } = useSearchCustomersQuery(
    { params: { term }, query: { page: pages.cursor } },
    { refetchOnMountOrArgChange: true },
  );
  const siteSilent = useClubPlanWarning(term);

  const failure = error != null && !isFetching && <Failure error={error} onRetry={() => void refetch()} />;
  const isFirst = pages.previous === null;
  if (!data || (isFetching && isFirst)) return failure || <Searching />;
  const [only, ...others] = data.customers;
  if (currentData && isFirst && only && others.length === 0) return <Navigate to={customerPath(only.id)} replace />;
  return (
    <>
      {failure}
      {siteSilent && <StatusBadge tone="wait">Couldn’t check Sitewatch for club plans outside Stripe</StatusBadge>}
      {data.more && <p role="status">Showing the first {data.count}. Type more to narrow the list.</p>}
      <SharedCodes customers={data.customers} />
      {only ? (
        <CustomersTable customers={data.customers} loading={isFetching} pages={pages} next={data.next_page} />
      ) : (
        <NotFoundCard term={term} />
      )}
    </>
  );
}

/** Names the codes that several of the customers have, with what can be done about it. */
function SharedCodes({ customers }: { customers: readonly Customer[] }) {
  const living = customers.filter(({ deleted }) => !deleted);
  const codes = living.flatMap((customer) => {
    const { plate, tag } = vehicleOf(customer);
    return [...new Set([plate, tag])].filter(Boolean).map((code) => ({ code, customer }));
  });
  const shared = [...Map.groupBy(codes, ({ code }) => code)].filter(([, holders]) => holders.length > 1);
  return shared.map(([code, holders]) => (
    <p key={code}>
      <VehicleCode code={code} /> <SharedCode code={code} holders={holders.map(({ customer }) => holderOf(customer))} />
    </p>
  ));
}

const holderOf = (customer: Customer): CodeHolder => {
  const status = currentSubscription(customer)?.status ?? null;
  return { id: customer.id, name: customer.name, active: status !== null && isMember(status) };
};
