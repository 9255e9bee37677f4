import { parsePlate } from '@washdesk/rules/codes/plates';
import styles from './plate.module.css';

export interface PlateProps {
  /** A customer code, such as 'ABC123-IL'. One that is not a plate is drawn without a state. */
  code: string;
  /** `large` for the one plate that must be seen at a glance. */
  size?: 'small' | 'large';
}

/** A license plate, drawn as one: the state small above the characters. */
export function Plate({ code, size = 'small' }: PlateProps) {
  const plate = parsePlate(code) ?? { characters: code, state: '' };
  return (
    <span className={`${styles.plate} ${styles[size]}`} role="img" aria-label={`Plate ${code}`}>
      <span className={styles.state}>{plate.state}</span>
      <span className={styles.characters}>{plate.characters}</span>
    </span>
  );
}
