import { useLanguage } from '../lib/page-texts.tsx';
import styles from './money.module.css';

/** An amount in the page's language; figures of one width, so that amounts below each other line up. */
export function Money({ cents }: { cents: number }) {
  return <span className={styles.money}>{useLanguage().formats.money(cents)}</span>;
}
