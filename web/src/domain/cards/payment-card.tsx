import { cardBrand } from '@washdesk/rules/billing/card-brands';
import styles from './payment-card.module.css';

export function PaymentCard({ brand, last4 }: { brand: string; last4: string }) {
  const name = cardBrand(brand);
  return (
    <span className={styles.card} role="img" aria-label={`${name} ending in ${last4}`}>
      <span className={styles.brand}>{name}</span>
      <span className={styles.digits}>•••• {last4}</span>
    </span>
  );
}
