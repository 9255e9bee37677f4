import { centsToDollars } from '@washdesk/rules/billing/money';
import styles from './money.module.css';

/** An amount in tabular figures. Columns of money are aligned right by their table. */
export function Money({ cents }: { cents: number }) {
  return <span className={styles.money}>{centsToDollars(cents)}</span>;
}
