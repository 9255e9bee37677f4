import { useCallback, useEffect, useRef, useState } from 'react';
import type { CardProblem } from '../../lib/card-reader/card-trouble.ts';
import type { CardStep, Decline } from '../../lib/card-reader/card-taker.ts';
import type { CardRun, RunEnd } from './card-run.ts';

/** What the dialog shows. */
export type Pane =
  | { kind: 'working'; step: CardStep; complaint: string | undefined }
  | { kind: 'checking' }
  | { kind: 'open' }
  | { kind: 'declined'; decline: Decline }
  | { kind: 'failed'; problem: CardProblem }
  | { kind: 'done' };

export interface RunningCard {
  pane: Pane;
  /** Whether giving up still ends it: what the bank works on cannot be called back. */
  cancelable: boolean;
  again: () => void;
  check: () => void;
  cancel: () => void;
}

interface Ends<T> {
  onDone: (value: T) => void;
  onClose: () => void;
}

const beginning: Pane = { kind: 'working', step: 'preparing', complaint: undefined };

/** Runs an attempt from the moment the dialog is there, and again when told. Leaving it, by whatever way, withdraws the card's collection. */
export function useCardRun<T>(run: CardRun<T>, { onDone, onClose }: Ends<T>): RunningCard {
  const [pane, setPane] = useState(beginning);
  const attempt = useRef(new AbortController());
  const open = useRef<(() => Promise<RunEnd<T>>) | null>(null);
  const latest = useRef({ run, onDone, onClose });
  useEffect(() => {
    latest.current = { run, onDone, onClose };
  });

  const finish = useCallback(async (ending: Promise<RunEnd<T>>, signal: AbortSignal): Promise<void> => {
    try {
      const end = await ending;
      if (signal.aborted) return;
      if (end.kind === 'canceled') return latest.current.onClose();
      open.current = end.kind === 'open' ? end.check : null;
      setPane(end.kind === 'done' || end.kind === 'open' ? { kind: end.kind } : end);
      if (end.kind === 'done') latest.current.onDone(end.value);
    } catch (error) {
      setPane(() => {
        throw error; // into the error boundary, which reports it
      });
    }
  }, []);

  const begin = useCallback((): void => {
    attempt.current.abort();
    attempt.current = new AbortController();
    const { signal } = attempt.current;
    const tell = (step: CardStep, complaint?: string): void => {
      if (!signal.aborted) setPane({ kind: 'working', step, complaint });
    };
    void finish(latest.current.run({ tell, signal }), signal);
  }, [finish]);

  useEffect(() => {
    begin();
    return () => attempt.current.abort();
  }, [begin]);

  const cancelable = pane.kind !== 'checking' && pane.kind !== 'done' && !(pane.kind === 'working' && pane.step === 'processing');
  return {
    pane,
    cancelable,
    again: () => {
      setPane(beginning);
      begin();
    },
    check: () => {
      const look = open.current;
      if (!look) return;
      open.current = null;
      setPane({ kind: 'checking' });
      void finish(look(), attempt.current.signal);
    },
    cancel: () => {
      if (!cancelable) return;
      attempt.current.abort();
      onClose();
    },
  };
}
