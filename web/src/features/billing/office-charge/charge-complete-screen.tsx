import { Skeleton } from 'antd';
import { useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { Failure } from '../../../components/feedback/failure.tsx';
import { CenterCard } from '../../../components/layout/center-card.tsx';
import { KeysHeld } from '../../../components/layout/page-skeleton.tsx';
import { Page } from '../../../components/layout/page.tsx';
import { usePaymentIntentQuery } from '../../../domain/card-capture/card-capture-api.ts';
import { ChargeOutcome } from './charge-outcome.tsx';
import { officeChargePath } from './office-charge-paths.ts';
import styles from './office-charge.module.css';

/** /office/chargecomplete: the result of an office charge; the URL names it, so that a reload shows the same. */
export function ChargeCompleteScreen() {
  const [query] = useSearchParams();
  const payment = query.get('payment_intent');
  if (payment) return <Payment id={payment} />;
  if (query.has('setup_intent')) {
    return (
      <CenterCard title="Nothing was charged" lead="Amounts up to $0.50 aren’t charged. The card was read only.">
        <AnotherCharge />
      </CenterCard>
    );
  }
  return (
    <CenterCard title="Charge complete" lead="No charge selected.">
      <AnotherCharge />
    </CenterCard>
  );
}

/** A cached payment may be from before its card was read, so only a success is shown during the refetch. */
function Payment({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = usePaymentIntentQuery(
    { params: { id }, query: { noCache: 'true' } },
    { refetchOnMountOrArgChange: true },
  );
  const retry = (): void => void refetch();
  if (data && !error && (data.status === 'succeeded' || !isFetching)) {
    return (
      <ChargeOutcome payment={data} onCheck={retry}>
        <AnotherCharge />
      </ChargeOutcome>
    );
  }
  if (error && !isFetching) {
    return (
      <Page title="Charge complete">
        <Failure title="Couldn’t load the charge" error={error} onRetry={retry} />
        <AnotherCharge />
      </Page>
    );
  }
  return (
    <CenterCard title="Charge complete">
      <div role="status" aria-label="Loading the charge">
        <KeysHeld />
        <Skeleton active title={false} />
      </div>
    </CenterCard>
  );
}

/** The link to the next charge, focused so that Enter opens it. */
function AnotherCharge() {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => link.current?.focus(), []);
  return (
    <Link ref={link} className={styles.another} to={officeChargePath}>
      Another Charge?
    </Link>
  );
}
