import styles from './payment-card.module.css';

const brands: Readonly<Record<string, string>> = {
  amex: 'Amex',
  diners: 'Diners',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** A payment card in a sentence: 'Visa 4242'. */
export const cardName = ({ brand, last4 }: { brand: string; last4: string }): string => `${brands[brand] ?? brand} ${last4}`;

/** A payment card by its brand and last 4. */
export function PaymentCard({ brand, last4 }: { brand: string; last4: string }) {
  const name = brands[brand] ?? brand;
  return (
    <span className={styles.card} role="img" aria-label={`${name} ending in ${last4}`}>
      <span className={styles.brand}>{name}</span>
      <span className={styles.digits}>•••• {last4}</span>
    </span>
  );
}
