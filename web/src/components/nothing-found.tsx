import styles from './nothing-found.module.css';

/** A search without a result, in its own words. */
export function NothingFound({ children }: { children: string }) {
  return (
    <p role="status" className={styles.nothing}>
      {children}
    </p>
  );
}
