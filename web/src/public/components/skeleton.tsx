import styles from './skeleton.module.css';

/** Blocks in the places of what is loading. A screen reader reads the label alone. */
export function Skeleton({ label, heights }: { label?: string; heights: readonly number[] }) {
  return (
    <div className={styles.blocks} role={label && 'status'}>
      {label && <span className="unseen">{label}</span>}
      {heights.map((height, place) => (
        <span key={place} className={styles.block} style={{ height }} />
      ))}
    </div>
  );
}
