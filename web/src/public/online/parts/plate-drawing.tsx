import styles from './plate-drawing.module.css';

/** A license plate, drawn as one: the state small above the characters. */
export function PlateDrawing({ plate, state, size = 'small' }: { plate: string; state: string; size?: 'small' | 'large' }) {
  return (
    <span className={`${styles.plate} ${styles[size]}`} role="img" aria-label={`${plate}-${state}`}>
      <span className={styles.state}>{state}</span>
      <span className={styles.characters}>{plate}</span>
    </span>
  );
}
