import { isGoodStatus } from '@washdesk/rules/statuses';
import { Link } from 'react-router-dom';
import type { ReactNode } from 'react';
import { CenterCard } from '../../../components/center-card.tsx';
import { Failure } from '../../../components/failure.tsx';
import { PageSkeleton } from '../../../components/page-skeleton.tsx';
import { Page } from '../../../components/page.tsx';
import { customerPath } from '../../../lib/paths.ts';
import { useSignUpCustomerQuery } from '../sign-up-api.ts';
import type { SignUpForm } from '../sign-up-form.ts';
import { formForCustomer } from './entry.ts';

const deletedSentence = 'Customer has been deleted and cannot be signed up for a subscription';

interface KnownCustomerProps {
  id: string;
  /** Shows the form that begins with what is known. */
  children: (form: SignUpForm) => ReactNode;
}

/** Somebody who is a customer already signs up, unless they cannot. */
export function KnownCustomer({ id, children }: KnownCustomerProps) {
  const {
    currentData: customer,
    error,
    isFetching,
    refetch,
  } = useSignUpCustomerQuery({ params: { id } }, { refetchOnMountOrArgChange: true });
  if (customer && !isFetching) return mayNot(customer) ?? children(formForCustomer(customer));
  if (isFetching || !error) return <PageSkeleton />;
  return (
    <Page title="Sign up">
      <Failure title="Error Loading General Customer Information" error={error} onRetry={() => void refetch()} />
    </Page>
  );
}

interface Known {
  id: string;
  deleted: boolean;
  subscriptions: { data: readonly { status: string }[] };
}

/** Why this customer cannot be signed up; null where they can. */
function mayNot({ id, deleted, subscriptions }: Known): ReactNode {
  const hasPlan = subscriptions.data.some(({ status }) => isGoodStatus(status));
  if (!deleted && !hasPlan) return null;
  return (
    <CenterCard title="Sign up" lead={deleted ? deletedSentence : 'This customer has a plan already.'}>
      <Link to={customerPath(id)}>View Customer</Link>
    </CenterCard>
  );
}
