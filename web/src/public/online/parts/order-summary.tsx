import type { OnlineLocation, OnlinePlan, OnlinePreview } from '@washdesk/contracts/billing/online';
import { Money } from '../../components/money.tsx';
import { useLanguage } from '../../lib/page-texts.tsx';
import { useTexts } from '../texts/texts.ts';
import styles from './order-summary.module.css';

interface OrderSummaryProps {
  plan: OnlinePlan;
  location: OnlineLocation;
  preview: OnlinePreview | null;
}

/** What is due today and on the 1st. The places of the amounts are there before the amounts. */
export function OrderSummary({ plan, location, preview }: OrderSummaryProps) {
  const { review } = useTexts();
  const { formats } = useLanguage();
  return (
    <section className={`card ${styles.summary}`} aria-busy={preview === null}>
      <div>
        <h2>{plan.name}</h2>
        <p className={styles.muted}>{location.name}</p>
      </div>
      <dl className={styles.amounts}>
        <div>
          <dt>{review.restOfMonth}</dt>
          <dd>{preview && <Money cents={preview.today.amount} />}</dd>
        </div>
        <div>
          <dt>{review.tax}</dt>
          <dd>{preview && <Money cents={preview.today.tax} />}</dd>
        </div>
        <div className={styles.due}>
          <dt>{review.today}</dt>
          <dd>{preview && <Money cents={preview.today.total} />}</dd>
        </div>
      </dl>
      <p className={styles.then}>
        {preview && (
          <>
            {review.from(formats.day(new Date(preview.next.date * 1000).toISOString()))}:{' '}
            <strong>
              <Money cents={preview.next.total} />
            </strong>{' '}
            {review.everyMonth}
            {preview.next.tax > 0 && <>, {review.taxIncluded(formats.money(preview.next.tax))}</>}.
          </>
        )}
      </p>
    </section>
  );
}
