import { Skeleton } from 'antd';
import { useState } from 'react';
import { Navigate } from 'react-router-dom';
import { Failure } from '../../components/failure.tsx';
import { StatusBadge } from '../../domain/status-badge.tsx';
import { customerPath } from '../../lib/paths.ts';
import { CustomersTable } from './customers-table.tsx';
import { NotFoundCard } from './not-found-card.tsx';
import { useSearchCustomersQuery } from './search-api.ts';
import { useClubPlanWarning } from './use-club-plan-warning.ts';

/** What a term finds: nobody, one customer whose page opens by itself, or ten a page. */
export function SearchResults({ term }: { term: string }) {
  /** The cursors of the pages gone through; the last one is the page that shows. */
  const [cursors, setCursors] = useState<readonly string[]>([]);
  const page = cursors.at(-1);
  const { data, currentData, error, isFetching, refetch } = useSearchCustomersQuery(
    { params: { term }, query: { page } },
    { refetchOnMountOrArgChange: true },
  );
  const siteSilent = useClubPlanWarning(term);

  if (error && !isFetching) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data || (isFetching && cursors.length === 0)) return <Searching />;
  const [only, ...others] = data.customers;
  if (currentData && cursors.length === 0 && only && others.length === 0) return <Navigate to={customerPath(only.id)} replace />;
  return (
    <>
      {siteSilent && <StatusBadge tone="wait">Sitewatch could not be asked for club plans outside Stripe</StatusBadge>}
      {only ? (
        <CustomersTable
          customers={data.customers}
          loading={isFetching}
          pageNumber={cursors.length + 1}
          onNext={nextOf(data.next_page, (next) => setCursors([...cursors, next]))}
          onPrevious={cursors.length > 0 ? () => setCursors(cursors.slice(0, -1)) : null}
        />
      ) : (
        <NotFoundCard term={term} />
      )}
    </>
  );
}

function nextOf(cursor: string | null, go: (cursor: string) => void): (() => void) | null {
  return cursor === null ? null : () => go(cursor);
}

function Searching() {
  return (
    <div role="status" aria-label="Searching">
      <Skeleton active title={false} paragraph={{ rows: 5, width: '100%' }} />
    </div>
  );
}
