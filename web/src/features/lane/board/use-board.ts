import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { lanesTopic, type LaneBoard } from '@washdesk/contracts/lane/board';
import type { LiveMessageOf } from '@washdesk/contracts/live-topic';
import { useSteadyLive } from '../../../lib/live/use-steady-live.ts';
import { useLazyLaneBoardQuery } from './board-api.ts';

/** The pause between two answers without a message: reads end by their age too. */
const readEveryMs = 15_000;

/** The last answer of the cloud, and whether it is the present state. */
export interface Board {
  board: LaneBoard | null;
  /** False while the screen may be outdated: nothing on it is then shown as the present state. */
  isCurrent: boolean;
  /** When it was current for the last time; null before the first answer. */
  notLiveSince: Date | null;
  failure: unknown;
  refresh: () => void;
}

/** The board of the site: each event has it read again, so that one answer replaces everything (docs/decisions/0126-lane-board.md). */
export function useBoard(): Board {
  const [read] = useLazyLaneBoardQuery();
  const [board, setBoard] = useState<LaneBoard | null>(null);
  const [isFresh, setFresh] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const reading = useRef({ busy: false, again: false });

  const refresh = useEffectEvent(async (): Promise<void> => {
    const now = reading.current;
    now.again = true;
    if (now.busy) return;
    now.busy = true;
    while (now.again) {
      now.again = false;
      const { data, error } = await read(undefined);
      setFresh(data !== undefined);
      setFailure(error ?? null);
      if (data) setBoard(data);
    }
    now.busy = false;
  });
  const start = useEffectEvent(() => void refresh());

  const { isLive, lastHeard } = useSteadyLive(lanesTopic, {
    onMessage(message) {
      if (message.type === 'changed') return start();
      setBoard((before) => before && withGate(before, message));
      // an answer that is under way may be older than the gate's report
      if (reading.current.busy) reading.current.again = true;
      return undefined;
    },
    onLive: () => start(),
    onLost: () => setFresh(false),
  });
  useEffect(() => {
    const first = setTimeout(() => start());
    const timer = setInterval(() => start(), readEveryMs);
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, []);

  const answered = board && new Date(board.at);
  const isCurrent = isLive && isFresh;
  const notLiveSince = lastHeard && answered && lastHeard > answered ? lastHeard : answered;
  return { board, isCurrent, notLiveSince, failure, refresh: () => start() };
}

type GateMessage = Extract<LiveMessageOf<typeof lanesTopic>, { type: 'gate' }>;

const withGate = (board: LaneBoard, { host, relay, gateOpen }: GateMessage): LaneBoard => ({
  ...board,
  gates: board.gates.map((gate) => (gate.host === host ? { ...gate, relay, gateOpen } : gate)),
});
