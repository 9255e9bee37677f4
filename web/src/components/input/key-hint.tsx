import styles from './key-hint.module.css';

/** The shortcut shown on a button; screen readers get it from the button's `aria-keyshortcuts`. */
export function KeyHint({ children }: { children: React.ReactNode }) {
  return (
    <kbd className={styles.key} aria-hidden="true">
      {children}
    </kbd>
  );
}
