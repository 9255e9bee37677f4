import type { LaneCar } from '@washdesk/contracts/lane/board';
import { parsePlate } from '@washdesk/rules/codes/plates';
import { carStateOf } from '@washdesk/rules/lane/lane-board';
import { laneReasonWords } from '@washdesk/rules/lane/lane-reasons';
import { ToneShape } from '../../../domain/status/tone-shape.tsx';
import { useSession } from '../../../lib/session/use-session.ts';
import { carStates, clockText, unnamed } from './board-words.ts';
import styles from './board.module.css';

/** A plate or tag, to be read from two meters away. */
export function BigCode({ car: { plate, code } }: { car: Pick<LaneCar, 'plate' | 'code'> }) {
  const shown = plate ?? code;
  if (shown === null) return <span className={styles.noCode}>Open Gate was pressed</span>;
  const parsed = parsePlate(shown);
  if (!parsed) return <TagOrCharacters text={shown} />;
  return (
    <span className={styles.plate} role="img" aria-label={`Plate ${shown}`}>
      {parsed.characters} <small>{parsed.state}</small>
    </span>
  );
}

/** A tag breaks at its plus on a phone. */
function TagOrCharacters({ text }: { text: string }) {
  const [head, tail] = text.split('+');
  if (tail === undefined) return <span className={styles.plate}>{text}</span>;
  return (
    <span className={styles.tag}>
      {head}+<wbr />
      {tail}
    </span>
  );
}

/** The car in front: what was read, the decision in a word and in a sentence, and the member. */
export function CarField({ car, zone, isLive }: { car: LaneCar; zone: string; isLive: boolean }) {
  const isSignedIn = useSession() !== null;
  const { tone, words } = carStates[carStateOf(car)];
  return (
    <div className={`${styles.car} ${styles[`${tone}Field`]} ${isLive ? '' : styles.old}`}>
      <BigCode car={car} />
      <p className={styles.state}>
        <ToneShape tone={tone} size={44} />
        {words}
      </p>
      <p className={styles.member}>
        <strong>{car.name ?? (car.customer === null ? 'No member' : unnamed(isSignedIn))}</strong>
        {car.planName !== null && ` · ${car.planName}`}
      </p>
      <p className={styles.reason}>
        {reasonOf(car)} <time dateTime={car.began}>{clockText(car.began, zone)}</time>
      </p>
    </div>
  );
}

function reasonOf({ reason, laneReason, decision, lane, code, plate }: LaneCar): string {
  const read = plate !== null && code !== null && code !== plate ? `Tag ${code}. ` : '';
  const moved = decision?.kind === 'moved' && lane !== null ? `Read in lane ${lane}. ` : '';
  const words = reason ?? (laneReason === null ? null : laneReasonWords[laneReason]);
  return `${read}${moved}${words === null ? '' : `${words}.`}`;
}

interface CarRowProps {
  car: LaneCar;
  zone: string;
  /** Null for a car whose trace is not stored yet. */
  onChoose: (() => void) | null;
}

/** An earlier car of the lane; a touch shows it in front. */
export function CarRow({ car, zone, onChoose }: CarRowProps) {
  const { tone, words } = carStates[carStateOf(car)];
  return (
    <li>
      <button type="button" disabled={onChoose === null} onClick={() => onChoose?.()}>
        <span className={styles.rowCode}>{car.plate ?? car.code ?? 'Open Gate'}</span>
        <span className={`${styles.rowState} ${styles[tone]}`}>
          <ToneShape tone={tone} size={18} />
          {words}
        </span>
        <time dateTime={car.began}>{clockText(car.began, zone)}</time>
      </button>
    </li>
  );
}
