import styles from './tag-chip.module.css';

/** An unlimited tag as a chip: `12345+123456`. */
export function TagChip({ code }: { code: string }) {
  return (
    <span className={styles.chip} role="img" aria-label={`Tag ${code}`}>
      <span className={styles.antenna} aria-hidden="true" />
      {code}
    </span>
  );
}
