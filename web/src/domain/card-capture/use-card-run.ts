import { useCallback, useEffect, useRef, useState } from 'react';
import type { CardStep, CardCollector, Decline } from '../../lib/card-reader/card-collector.ts';
import type { CardProblem } from '../../lib/card-reader/card-error.ts';
import type { CardCollectors } from '../../lib/card-reader/use-card-collectors.ts';
import type { CardRun, CardRunResult } from './card-run.ts';

/** What the dialog shows. */
export type Pane =
  | { kind: 'working'; step: CardStep; complaint: string | undefined }
  | { kind: 'checking' }
  | { kind: 'open' }
  | { kind: 'declined'; decline: Decline }
  | { kind: 'failed'; problem: CardProblem; ofApi?: true }
  | { kind: 'done' };

export interface CardRunState {
  pane: Pane;
  /** The reader or form in use. */
  collector: CardCollector;
  /** Whether Cancel still ends the attempt; a payment at the bank cannot be canceled. */
  cancelable: boolean;
  again: () => void;
  /** Starts again with the reader of another register; null if no other register uses it. */
  takeOver: (() => void) | null;
  /** Switches to the form after the reader has failed, or back; null if neither is possible now. */
  otherWay: (() => void) | null;
  check: () => void;
  cancel: () => void;
}

interface Ends<T> {
  onDone: (value: T) => void;
  onClose: () => void;
}

const beginning: Pane = { kind: 'working', step: 'preparing', complaint: undefined };

/**
 * Runs an attempt when the dialog opens, and again on request. Closing the dialog in any way cancels the card collection. Every dialog
 * starts with the workplace's reader or form.
 */
export function useCardRun<T>(
  runBy: (collector: CardCollector) => CardRun<T>,
  { chosen, form }: CardCollectors,
  { onDone, onClose }: Ends<T>,
): CardRunState {
  const [pane, setPane] = useState(beginning);
  const [typed, setTyped] = useState(false);
  const collector = typed ? form : chosen;
  const attempt = useRef(new AbortController());
  const open = useRef<(() => Promise<CardRunResult<T>>) | null>(null);
  const latest = useRef({ runBy, collector, onDone, onClose });
  useEffect(() => {
    latest.current = { runBy, collector, onDone, onClose };
  });

  const finish = useCallback(async (ending: Promise<CardRunResult<T>>, signal: AbortSignal): Promise<void> => {
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

  const begin = useCallback(
    (by: CardCollector, takeOver = false): void => {
      attempt.current.abort();
      attempt.current = new AbortController();
      const { signal } = attempt.current;
      const report = (step: CardStep, complaint?: string): void => {
        if (!signal.aborted) setPane({ kind: 'working', step, complaint });
      };
      void finish(latest.current.runBy(by)({ report, signal, takeOver }), signal);
    },
    [finish],
  );

  useEffect(() => {
    begin(latest.current.collector);
    return () => attempt.current.abort();
  }, [begin]);

  const start = (by: CardCollector, takeOver = false): void => {
    setTyped(by !== chosen);
    setPane(beginning);
    begin(by, takeOver);
  };
  const hasOtherWay = chosen.reader && (typed ? readsAgain(pane) : mayBeTyped(pane));
  const cancelable = pane.kind !== 'checking' && pane.kind !== 'done' && !(pane.kind === 'working' && pane.step === 'processing');
  return {
    pane,
    cancelable,
    collector,
    again: () => start(collector),
    takeOver: pane.kind === 'failed' && pane.problem.mayTakeOver ? () => start(collector, true) : null,
    otherWay: hasOtherWay ? () => start(typed ? chosen : form) : null,
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

/** Whether the form is offered instead of the reader: the reader failed, and neither the API nor the bank rejected the card. */
const mayBeTyped = (pane: Pane): boolean => pane.kind === 'failed' && !pane.ofApi;

const readsAgain = (pane: Pane): boolean =>
  pane.kind === 'failed' || pane.kind === 'declined' || (pane.kind === 'working' && pane.step === 'card');
