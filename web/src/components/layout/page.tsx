import type { ReactNode } from 'react';
import styles from './page.module.css';

interface PageProps {
  title?: ReactNode;
  /** Actions, on the right of the title. */
  actions?: ReactNode;
  /** Whether it uses the full width of a large screen, for content in several columns. */
  wide?: boolean;
  children?: ReactNode;
}

/** A screen's frame: title, actions and content. */
export function Page({ title, actions, wide = false, children }: PageProps) {
  return (
    <div className={wide ? `${styles.page} ${styles.wide}` : styles.page}>
      {(title || actions) && (
        <header className={styles.header}>
          {title && <h1 className={styles.title}>{title}</h1>}
          {actions && <div className={styles.actions}>{actions}</div>}
        </header>
      )}
      {children}
    </div>
  );
}
