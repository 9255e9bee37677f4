import type { LaneCar } from '@washdesk/contracts/lane/board';
import type { WaitingRead } from '@washdesk/rules/lane/lane-board';
import { ToneShape } from '../../../domain/status/tone-shape.tsx';
import { useSession } from '../../../lib/session/use-session.ts';
import { useSimilarAtLaneQuery } from './board-api.ts';
import { clockText, unnamed } from './board-words.ts';
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
  const isSignedIn = useSession() !== null;
  const meant = useMeantCodes(car, isSignedIn);
  return (
    <>
      <BigCode car={car} />
      <p className={styles.waitingWords}>
        <strong>{whoOf(car, isSignedIn)}</strong> {car.reason}. <time dateTime={car.began}>{clockText(car.began, zone)}</time>
      </p>
      {isSignedIn && (
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
      )}
    </>
  );
}

const whoOf = ({ name, planName, customer }: LaneCar, isSignedIn: boolean): string =>
  customer === null ? 'No member has this code.' : `${name ?? unnamed(isSignedIn)}${planName === null ? '' : ` · ${planName}`}.`;

/** Returns the codes for which the car may be let in: its own, or those of members that differ by look-alike characters. */
function useMeantCodes({ code, admission }: LaneCar, isSignedIn: boolean): string[] {
  const isUnknown = admission === 'not-found' && code !== null && isSignedIn;
  const { data } = useSimilarAtLaneQuery({ params: { code: code ?? '' } }, { skip: !isUnknown });
  if (code === null) return [];
  return isUnknown ? (data?.codes ?? []).filter(({ active }) => active).map((one) => one.code) : [code];
}
