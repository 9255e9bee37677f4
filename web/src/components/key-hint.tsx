import styles from './key-hint.module.css';

/** The key of an operation, shown on its button. For who does not see it, the button has `aria-keyshortcuts`. */
export function KeyHint({ children }: { children: React.ReactNode }) {
  return (
    <kbd className={styles.key} aria-hidden="true">
      {children}
    </kbd>
  );
}
