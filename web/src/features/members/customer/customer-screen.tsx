import { Skeleton } from 'antd';
import { Link, useParams } from 'react-router-dom';
import { Failure } from '../../../components/feedback/failure.tsx';
import { CenterCard } from '../../../components/layout/center-card.tsx';
import { KeysHeld } from '../../../components/layout/page-skeleton.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { CardWordsContext } from '../../../domain/card-capture/result-panes.tsx';
import { useCustomerGeneralQuery } from '../../../domain/customers/customer-api.ts';
import { isCallFailure } from '../../../lib/api/call-failure.ts';
import { cardMessages } from '../../../lib/card-reader/card-error.ts';
import { paths } from '../../../lib/paths.ts';
import { CustomerPage } from './customer-page.tsx';

/** Texts of the customer screen for a card that could not be saved; a register uses others. */
const cardWords = {
  [cardMessages.notConfirmed]: 'Failed to Confirm Payment Method',
  [cardMessages.notFound]: 'Failed to Find Card Reader',
};

/** /customers/{id}: everything about one customer. */
export function CustomerScreen() {
  const { id = '' } = useParams();
  // never show another customer's response under this address
  const {
    currentData: customer,
    error,
    isFetching,
    refetch,
  } = useCustomerGeneralQuery({ params: { id } }, { refetchOnMountOrArgChange: true });

  const failure = error != null && !isFetching && (
    <Failure title="Error Loading General Customer Information" error={error} onRetry={() => void refetch()} />
  );
  if (customer)
    return (
      <CardWordsContext value={cardWords}>
        <CustomerPage key={customer.id} customer={customer} failure={failure} />
      </CardWordsContext>
    );
  if (isFetching || !error) return <Loading />;
  if (isCallFailure(error) && (error.status === 404 || error.status === 400)) return <Unknown id={id} />;
  return <Page title="Customer">{failure}</Page>;
}

function Loading() {
  return (
    <Page>
      <div role="status" aria-label="Loading the customer">
        <KeysHeld />
        <div aria-hidden="true">
          <Skeleton active title={{ width: 280 }} paragraph={{ rows: 6 }} />
        </div>
      </div>
    </Page>
  );
}

function Unknown({ id }: { id: string }) {
  return (
    <CenterCard title="Customer Not Found" lead={`No customer with ID ${id}.`}>
      <Link to={paths.search}>Search for a customer</Link>
    </CenterCard>
  );
}
