import { useId } from 'react';
import type { ReactNode } from 'react';
import styles from './section.module.css';

interface SectionProps {
  title?: string;
  /** Actions, on the right of the title. */
  actions?: ReactNode;
  /** Whether the content extends to the edges, like a table. */
  flush?: boolean;
  children?: ReactNode;
}

/** A part of a screen on its own surface, under its heading. antd's Card includes tabs and menus, which no section needs. */
export function Section({ title, actions, flush = false, children }: SectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={title === undefined ? undefined : id}>
      {title !== undefined && (
        <header className={styles.head}>
          <h2 id={id} className={styles.title}>
            {title}
          </h2>
          {actions}
        </header>
      )}
      <div className={flush ? styles.flush : styles.body}>{children}</div>
    </section>
  );
}
