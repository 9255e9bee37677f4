import { ToneShape } from './tone-shape.tsx';
import type { Tone } from './tone.ts';
import styles from './status-badge.module.css';

/** A state as a word, a shape and a color. */
export function StatusBadge({ tone, children }: { tone: Tone; children: React.ReactNode }) {
  return (
    <span className={`${styles.badge} ${styles[tone]}`}>
      <ToneShape tone={tone} />
      {children}
    </span>
  );
}
