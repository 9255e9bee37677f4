import type { LaneCar } from '@washdesk/contracts/lane/board';
import type { WaitingRead } from '@washdesk/rules/lane/lane-board';
import { ToneShape } from '../../../domain/status/tone-shape.tsx';
import { useSimilarAtLaneQuery } from './board-api.ts';
import { clockText } from './board-words.ts';
import { BigCode } from './lane-car.tsx';
import type { ActOutcome } from './use-let-in.ts';
import styles from './board.module.css';

interface WaitingReadsProps {
  reads: readonly WaitingRead<LaneCar>[];
  zone: string;
  /** False while an act is under way, or the board may be outdated. */
  canAct: boolean;
  outcome: ActOutcome | null;
  onLetIn: (car: LaneCar, lane: number, code: string) => void;
  onDismiss: (car: LaneCar) => void;
}

/** The reads that a person has to decide, the longest waiting first. */
export function WaitingReads({ reads, zone, canAct, outcome, onLetIn, onDismiss }: WaitingReadsProps) {
  if (reads.length === 0 && !outcome) return null;
  return (
    <section className={styles.waiting} aria-label="Reads to decide">
      {outcome && (
        <p role="status" className={`${styles.outcome} ${styles[outcome.tone]}`}>
          <ToneShape tone={outcome.tone} size={24} />
          {outcome.text}
        </p>
      )}
      <ul>
        {reads.map(({ car, lanes }) => (
          <li key={car.id}>
            <WaitingCar car={car} lanes={lanes} zone={zone} canAct={canAct} onLetIn={onLetIn} onDismiss={onDismiss} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface WaitingCarProps extends Pick<WaitingReadsProps, 'zone' | 'canAct' | 'onLetIn' | 'onDismiss'> {
  car: LaneCar;
  lanes: readonly number[];
}

function WaitingCar({ car, lanes, zone, canAct, onLetIn, onDismiss }: WaitingCarProps) {
  const meant = useMeantCodes(car);
  return (
    <>
      <BigCode car={car} />
      <p className={styles.waitingWords}>
        <strong>{whoOf(car)}</strong> {car.reason}. <time dateTime={car.began}>{clockText(car.began, zone)}</time>
      </p>
      <div className={styles.acts}>
        {meant.flatMap((code) =>
          lanes.map((lane) => (
            <button
              key={`${code} ${lane}`}
              type="button"
              className={styles.main}
              disabled={!canAct}
              onClick={() => onLetIn(car, lane, code)}
            >
              Let In · Lane {lane}
              {code !== car.code && ` as ${code}`}
            </button>
          )),
        )}
        <button type="button" disabled={!canAct} onClick={() => onDismiss(car)}>
          Dismiss
        </button>
      </div>
    </>
  );
}

const whoOf = ({ name, planName, customer }: LaneCar): string =>
  customer === null ? 'No member has this code.' : `${name ?? 'No name'}${planName === null ? '' : ` · ${planName}`}.`;

/** Returns the codes for which the car may be let in: its own, or those of members that differ by look-alike characters. */
function useMeantCodes({ code, admission }: LaneCar): string[] {
  const isUnknown = admission === 'not-found' && code !== null;
  const { data } = useSimilarAtLaneQuery({ params: { code: code ?? '' } }, { skip: !isUnknown });
  if (code === null) return [];
  return isUnknown ? (data?.codes ?? []).filter(({ active }) => active).map((one) => one.code) : [code];
}
