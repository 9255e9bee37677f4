import styles from './board.module.css';

interface MoveChoiceProps {
  lanes: readonly number[];
  onChoose: (lane: number) => void;
  onCancel: () => void;
}

/** Asks where a car stands that was read in this lane. */
export function MoveChoice({ lanes, onChoose, onCancel }: MoveChoiceProps) {
  return (
    <div role="group" aria-label="The car stands in" className={styles.acts}>
      {lanes.map((lane, index) => (
        <button key={lane} type="button" className={styles.main} autoFocus={index === 0} onClick={() => onChoose(lane)}>
          Lane {lane}
        </button>
      ))}
      <button type="button" onClick={onCancel}>
        Cancel
      </button>
    </div>
  );
}
