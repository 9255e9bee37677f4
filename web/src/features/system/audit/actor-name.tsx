import styles from './audit.module.css';

/** A person by name and number; a program by name. */
export function ActorName({ id, name }: { id: string; name: string | null }) {
  if (name === null) return <>{id}</>;
  return (
    <span>
      {name} <span className={styles.muted}>{id}</span>
    </span>
  );
}
