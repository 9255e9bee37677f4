import styles from './details-list.module.css';

/** Optional details, collapsed at first, such as a bank's codes and the request number for IT. */
export function DetailsList({ facts }: { facts: readonly (readonly [label: string, value: string])[] }) {
  if (facts.length === 0) return null;
  return (
    <details className={styles.details}>
      <summary>Details</summary>
      <dl>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
