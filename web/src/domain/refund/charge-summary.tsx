import type { Charge } from '@washdesk/contracts/billing/charge';
import { ChargedCard } from '../charges/charged-card.tsx';
import { Money } from '../money.tsx';
import { SiteTime } from '../sites/site-time.tsx';
import styles from './refund.module.css';

/** The charge to refund, with its refundable amount. */
export function ChargeSummary({ charge }: { charge: Charge }) {
  const { customer, refundable, amount_captured, amount_refunded } = charge;
  return (
    <dl className={styles.summary}>
      {customer && <Line term="Customer">{customer.name ?? 'No name'}</Line>}
      <Line term="Charged">
        <SiteTime seconds={charge.created} site={charge.site} />
      </Line>
      <Line term="Card">
        <ChargedCard details={charge.payment_method_details} />
      </Line>
      <Line term="Collected">
        <Money cents={amount_captured} />
      </Line>
      {amount_refunded > 0 && (
        <Line term="Previously refunded">
          <Money cents={amount_refunded} />
        </Line>
      )}
      <Line term="Available to refund">
        <Money cents={refundable} />
      </Line>
    </dl>
  );
}

function Line({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div className={styles.line}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
