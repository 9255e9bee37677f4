import { Button } from 'antd';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { platesTopic } from '@washdesk/contracts/lane/plate';
import type { LiveMessageOf } from '@washdesk/contracts/live-topic';
import { plateSuggestionMs } from '@washdesk/rules/lane/redeem';
import { VehicleCode } from '../../../../domain/codes/vehicle-code.tsx';
import { useLive } from '../../../../lib/live/use-live.ts';
import styles from './plate-suggestions.module.css';

type PlateRead = LiveMessageOf<typeof platesTopic>;

const maxShown = 3;

interface PlateSuggestionsProps {
  /** The box may take a plate. */
  isBoxFree: boolean;
  /** Codes that were looked up. */
  lookedUp: readonly string[];
  /** Puts a sure plate into the box. */
  onOffer: (plate: string) => void;
  onChoose: (plate: string) => void;
}

/** The cars that cameras saw in the last minute (docs/rules/lane.md#plate-cameras). */
export function PlateSuggestions({ isBoxFree, lookedUp, onOffer, onChoose }: PlateSuggestionsProps) {
  const [suggestions, setSuggestions] = useState<readonly PlateRead[]>([]);
  useLive(platesTopic, (read) => {
    setSuggestions((before) => withRead(before, read));
    setTimeout(() => setSuggestions((before) => before.filter(({ at }) => at !== read.at)), plateSuggestionMs);
  });

  // each plate is offered once: a cashier may have cleared it
  const offered = useRef(new Set<string>());
  const offerNext = useEffectEvent((known: readonly PlateRead[]) => {
    const next = known.find(
      ({ sure, plate, ...seen }) => sure && plate !== null && !lookedUp.includes(plate) && !offered.current.has(`${keyOf(seen)} ${plate}`),
    );
    if (!next || next.plate === null) return;
    offered.current.add(`${keyOf(next)} ${next.plate}`);
    onOffer(next.plate);
  });
  useEffect(() => {
    if (isBoxFree) offerNext(suggestions);
  }, [isBoxFree, suggestions]);

  const shown = suggestions.filter(({ plate }) => plate === null || !lookedUp.includes(plate)).slice(0, maxShown);
  return (
    <div className={styles.cameras}>
      <span className={styles.label}>Cameras</span>
      {shown.length === 0 && <span className={styles.text}>No cars in the last minute</span>}
      <ul className={styles.suggestions} aria-label="Seen by cameras">
        {shown.map((seen) => (
          <li key={keyOf(seen)}>
            {seen.plate === null ? (
              <span className={styles.text}>Lane {seen.lane}: not legible</span>
            ) : (
              <Chip seen={{ ...seen, plate: seen.plate }} onChoose={onChoose} />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Chip({
  seen: { plate, lane, score },
  onChoose,
}: {
  seen: { plate: string; lane: number; score: number };
  onChoose: (plate: string) => void;
}) {
  const place = `Lane ${lane} · ${Math.floor(score * 100)}%`;
  return (
    <Button size="large" onClick={() => onChoose(plate)} aria-label={`Lookup ${plate}, ${place}`}>
      <VehicleCode code={plate} size="small" />
      <span>{place}</span>
    </Button>
  );
}

const keyOf = ({ camera, car }: Pick<PlateRead, 'camera' | 'car'>): string => `${camera} ${car}`;

/** Adds a read. A car has one suggestion, with its newest plate; cameras that see one plate in one lane see one car. */
function withRead(before: readonly PlateRead[], read: PlateRead): PlateRead[] {
  const isSame = (seen: PlateRead): boolean =>
    keyOf(seen) === keyOf(read) || (read.plate !== null && seen.plate === read.plate && seen.lane === read.lane);
  return [read, ...before.filter((seen) => !isSame(seen))];
}
