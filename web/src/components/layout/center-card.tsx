import type { ReactNode } from 'react';
import styles from './center-card.module.css';

interface CenterCardProps {
  title: string;
  /** A sentence under the title, in a smaller font. */
  lead?: ReactNode;
  children?: ReactNode;
}

/** A card in the middle of the screen for a single question, a quarter of the screen wide and never too narrow for touch. */
export function CenterCard({ title, lead, children }: CenterCardProps) {
  return (
    <div className={styles.center}>
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
