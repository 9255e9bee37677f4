import type { Charge } from '@washdesk/contracts/billing/charge';
import { paymentKeys } from '@washdesk/rules/company/metadata-keys';
import { Money } from '../../../domain/money.tsx';
import { SiteTime } from '../../../domain/sites/site-time.tsx';
import styles from './charge.module.css';

interface PaidElsewhereProps {
  /** The payment's charge; null if Stripe has not reported it yet. */
  charge: Charge | null;
  amountCents: number;
  /** The amount that this screen was about to charge. */
  saleCents: number;
}

/** Shows who charged the sale, when and where, so that the money is not expected in this drawer. */
export function PaidElsewhere({ charge, amountCents, saleCents }: PaidElsewhereProps) {
  return (
    <p role="note" className={styles.elsewhere}>
      {charge ? <ChargedSaleResult charge={charge} /> : 'This sale was charged elsewhere.'} Nothing was charged here.
      {amountCents !== saleCents && (
        <>
          {' '}
          The amount was <Money cents={saleCents} />.
        </>
      )}
    </p>
  );
}

function ChargedSaleResult({ charge: { created, site, metadata } }: { charge: Charge }) {
  const { [paymentKeys.employeeName]: employee, [paymentKeys.terminal]: terminal } = metadata;
  return (
    <>
      This sale was charged on <SiteTime seconds={created} site={site} />
      {employee && ` by ${employee}`}
      {terminal && ` at ${terminal}`}.
    </>
  );
}
