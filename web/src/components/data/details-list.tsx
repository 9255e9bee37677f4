import styles from './details-list.module.css';

/** Facts for those who want to know more, shut at first: codes of a bank, the number to ask IT about. */
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
