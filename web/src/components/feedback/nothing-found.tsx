import styles from './nothing-found.module.css';

/** Says that a search found nothing. */
export function NothingFound({ children }: { children: string }) {
  return (
    <p role="status" className={styles.nothing}>
      {children}
    </p>
  );
}
