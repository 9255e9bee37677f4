import { useCallback, useEffect, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { CustomerDetail } from '@washdesk/contracts/members/customer';
import { alreadyActive, signUpRefusal } from '@washdesk/rules/plans/statuses';
import { Failure } from '../../../../components/feedback/failure.tsx';
import { CenterCard } from '../../../../components/layout/center-card.tsx';
import { PageSkeleton } from '../../../../components/layout/page-skeleton.tsx';
import { Page } from '../../../../components/layout/page.tsx';
import { useLazyCustomerGeneralQuery } from '../../../../domain/customers/customer-api.ts';
import { customerPath } from '../../../../lib/paths.ts';
import { draftOf, formForCustomer, type SignUpDraft } from './state/draft.ts';

const deletedSentence = 'Customer has been deleted and cannot be signed up for a subscription';

interface KnownCustomerProps {
  id: string;
  /** The form's current values; null before the first change. */
  draft: SignUpDraft | null;
  /** The form, once its initial values are loaded. */
  children: (draft: SignUpDraft) => ReactNode;
}

/**
 * The sign-up form of an existing customer. It starts with a fresh read because the cache may be hours old; a later read does not replace
 * the form.
 */
export function KnownCustomer({ id, draft, children }: KnownCustomerProps) {
  const [read, { error, isFetching }] = useLazyCustomerGeneralQuery();
  const [customer, setCustomer] = useState<CustomerDetail | null>(null);
  const isBegun = draft !== null;
  const load = useCallback((): void => {
    void read({ params: { id } }).then(({ data, isSuccess }) => isSuccess && setCustomer(data));
  }, [read, id]);
  useEffect(() => {
    if (!isBegun) load();
  }, [load, isBegun]);

  if (draft) return children(draft);
  if (customer) return mayNot(customer) ?? children(draftOf({ kind: 'customer', id }, formForCustomer(customer)));
  if (isFetching || !error) return <PageSkeleton />;
  return (
    <Page title="Sign up">
      <Failure title="Error Loading General Customer Information" error={error} onRetry={load} />
    </Page>
  );
}

interface Known {
  id: string;
  deleted: boolean;
  subscriptions: { data: readonly { status: string }[] };
}

/** Returns why this customer cannot be signed up; null if they can. */
function mayNot({ id, deleted, subscriptions }: Known): ReactNode {
  const refusals = subscriptions.data.flatMap(({ status }) => signUpRefusal(status) ?? []);
  const refusal = deleted ? deletedSentence : (refusals.find((one) => one === alreadyActive) ?? refusals[0]);
  if (refusal === undefined) return null;
  return (
    <CenterCard title="Sign up" lead={refusal}>
      <Link to={customerPath(id)}>View Customer</Link>
    </CenterCard>
  );
}
