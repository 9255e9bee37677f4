import type { ReactNode } from 'react';
import styles from './page.module.css';

interface PageProps {
  title?: ReactNode;
  /** What can be done here, at the right of the title. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** A screen's frame: its title, what can be done, its content. */
export function Page({ title, actions, children }: PageProps) {
  return (
    <div className={styles.page}>
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
