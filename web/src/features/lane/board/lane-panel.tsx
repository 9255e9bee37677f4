import { useState } from 'react';
import type { BoardGate, LaneCar } from '@washdesk/contracts/lane/board';
import { LinkButton } from '../../../components/navigation/link-button.tsx';
import { ToneShape } from '../../../domain/status/tone-shape.tsx';
import { TraceLink } from '../../../domain/traces/trace-link.tsx';
import { customerPath } from '../../../lib/paths.ts';
import { useSession } from '../../../lib/session/use-session.ts';
import { actsOf } from './car-acts.ts';
import { CarField, CarRow } from './lane-car.tsx';
import { LaneGate } from './lane-gate.tsx';
import { MoveChoice } from './move-choice.tsx';
import type { ActOutcome, OpenGate } from './use-let-in.ts';
import styles from './board.module.css';

interface LanePanelProps {
  lane: number;
  /** The other lanes of the site. */
  others: readonly number[];
  gates: readonly BoardGate[];
  /** Newest first. */
  cars: readonly LaneCar[];
  now: Date;
  isLive: boolean;
  site: number;
  zone: string;
  /** The car with an act under way. */
  busy: string | null;
  outcome: ActOutcome | null;
  onOpener: (open: OpenGate) => void;
  onLetIn: (car: LaneCar) => void;
  onMove: (car: LaneCar, lane: number) => void;
  onCollect: (car: LaneCar) => void;
}

/** One lane: its gate, the newest car with the decision and what can be done, and the cars before it. */
export function LanePanel(props: LanePanelProps) {
  const { lane, others, gates, cars, now, isLive, site, zone, busy, outcome, onOpener, onLetIn, onMove, onCollect } = props;
  const [chosen, setChosen] = useState<{ id: string; newest: string | undefined } | null>(null);
  const [moving, setMoving] = useState<string | null>(null);
  const [newest] = cars;
  // the next car is shown in place of an earlier one that was chosen
  const car = (chosen && chosen.newest === newest?.began && cars.find(({ id }) => id === chosen.id)) || newest;
  const isSignedIn = useSession() !== null;
  const acts = car && actsOf(car, now);
  // what is shown may be another car by now
  const isOff = busy !== null || !isLive;
  return (
    <section className={styles.lane} aria-label={`Lane ${lane}`}>
      <div className={styles.laneHead}>
        <h2>Lane {lane}</h2>
        {gates.map(({ host, name }) => (
          <span key={host}>
            {name} <TraceLink of={{ site, gate: host }} className={styles.gateWhy} label={`Why? Openings of ${name}`} />
          </span>
        ))}
      </div>
      {gates.map((gate, index) => (
        <LaneGate
          key={gate.host}
          gate={gate}
          isLive={isLive}
          customer={car?.customer ?? null}
          onOpener={index === 0 ? onOpener : undefined}
        />
      ))}
      {outcome && (
        <p role="status" className={`${styles.outcome} ${styles[outcome.tone]}`}>
          <ToneShape tone={outcome.tone} size={24} />
          {outcome.text}
        </p>
      )}
      {!car && <p className={styles.empty}>No cars yet today.</p>}
      {car && acts && (
        <>
          <CarField car={car} zone={zone} isLive={isLive} />
          {moving === car.id && car.id !== null ? (
            <MoveChoice
              lanes={others}
              onChoose={(to) => {
                setMoving(null);
                onMove(car, to);
              }}
              onCancel={() => setMoving(null)}
            />
          ) : (
            isSignedIn && (
              <div className={styles.acts}>
                {acts.letIn && (
                  <button type="button" className={styles.main} disabled={isOff} onClick={() => onLetIn(car)}>
                    Let In
                  </button>
                )}
                {acts.move && others.length > 0 && (
                  <button type="button" disabled={isOff} onClick={() => setMoving(car.id)}>
                    Wrong Lane
                  </button>
                )}
                {acts.collect && (
                  <>
                    <button type="button" onClick={() => onCollect(car)}>
                      Collect Payment
                    </button>
                    <LinkButton to={customerPath(car.customer ?? '')} className={styles.link ?? ''}>
                      New Card
                    </LinkButton>
                  </>
                )}
                {car.id !== null && (
                  <TraceLink of={{ site, id: car.id }} className={styles.why} label={`Why? ${car.plate ?? car.code ?? 'Press'}`} />
                )}
              </div>
            )
          )}
        </>
      )}
      {cars.length > 1 && (
        <ul className={styles.earlier} aria-label={`Cars of lane ${lane}`}>
          {cars
            .filter((one) => one !== car)
            .map((one) => (
              <CarRow
                key={one.id ?? one.began}
                car={one}
                zone={zone}
                onChoose={one.id === null ? null : () => setChosen({ id: one.id ?? '', newest: newest?.began })}
              />
            ))}
        </ul>
      )}
    </section>
  );
}
