import { centsToDollars } from '@washdesk/rules/billing/money';
import styles from './money.module.css';

/** An amount in tabular figures. The table right-aligns money columns. */
export function Money({ cents }: { cents: number }) {
  return <span className={styles.money}>{centsToDollars(cents)}</span>;
}
