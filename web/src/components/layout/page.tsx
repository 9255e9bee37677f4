import type { ReactNode } from 'react';
import styles from './page.module.css';

interface PageProps {
  title?: ReactNode;
  /** What can be done here, at the right of the title. */
  actions?: ReactNode;
  /** Whether it takes the room of a large screen, for content of several columns. */
  wide?: boolean;
  children?: ReactNode;
}

/** A screen's frame: its title, what can be done, its content. */
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
