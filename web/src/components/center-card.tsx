import type { ReactNode } from 'react';
import styles from './center-card.module.css';

interface CenterCardProps {
  title: string;
  /** A word about the title, in smaller type. */
  lead?: ReactNode;
  children?: ReactNode;
}

/** One question in the middle of the screen: a quarter of its width, but never less than a hand needs. */
export function CenterCard({ title, lead, children }: CenterCardProps) {
  return (
    <div className={styles.place}>
      <section className={styles.card} aria-labelledby="card-title">
        <h1 id="card-title" className={styles.title}>
          {title}
        </h1>
        {lead && <p className={styles.lead}>{lead}</p>}
        {children}
      </section>
    </div>
  );
}
