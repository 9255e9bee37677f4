import { Icon } from '../../components/icon.tsx';
import { useTexts } from '../texts/texts.ts';
import styles from './assurances.module.css';

/** What a customer can rely on, beside the amounts. */
export function Assurances({ months }: { months?: number | undefined }) {
  const { assurances, customer } = useTexts();
  return (
    <ul className={styles.assurances} aria-label={assurances.label}>
      {months !== undefined && (
        <li>
          <Icon name="check" />
          {customer.guaranteed(months)}
        </li>
      )}
      <li>
        <Icon name="check" />
        {assurances.cancel}
      </li>
    </ul>
  );
}

/** Who takes the payment, below the button that leads there. */
export function SecurePayment() {
  const { review } = useTexts();
  return (
    <p className={styles.secure}>
      <Icon name="lock" />
      {review.secure}
    </p>
  );
}
