import styles from './nothing-found.module.css';

export function NothingFound({ children }: { children: string }) {
  return (
    <p role="status" className={styles.nothing}>
      {children}
    </p>
  );
}
