import { useEffect, useEffectEvent, useRef } from 'react';

/** How long a result is shown before the next code of the queue is looked up: long enough to read. */
export const resultStandsMs = 1_000;

interface LineOptions {
  /** Looks one code up. */
  work: (code: string) => Promise<void>;
  /** Reports which codes wait. */
  onWaiting: (waiting: readonly string[]) => void;
  /** Receives the codes that still wait when the screen or the page is left. */
  onLeft: (waiting: readonly string[]) => void;
}

interface Line {
  /** The code that is looked up or whose result is shown; null when the next code may start. */
  current: { code: string; done: boolean } | null;
  waiting: string[];
}

/**
 * Looks codes up one at a time, in order of arrival. A code that is already running or waiting is not added again.
 * @returns adds a code
 */
export function useLookupQueue(options: LineOptions): (code: string) => void {
  const state = useRef<Line>({ current: null, waiting: [] });
  const work = useEffectEvent(options.work);
  const onWaiting = useEffectEvent(options.onWaiting);
  const onLeft = useEffectEvent(options.onLeft);
  const later = useRef<ReturnType<typeof setTimeout>>(undefined);

  const next = (): void => {
    const line = state.current;
    const code = line.waiting.shift();
    line.current = code === undefined ? null : { code, done: false };
    if (line.current === null) return;
    onWaiting([...line.waiting]);
    void finish(line.current);
  };
  const finish = async (current: NonNullable<Line['current']>): Promise<void> => {
    await work(current.code);
    current.done = true;
    later.current = setTimeout(next, resultStandsMs);
  };

  useEffect(() => {
    const line = state.current;
    const leave = (): void => {
      clearTimeout(later.current);
      if (line.waiting.length > 0) onLeft(line.waiting.splice(0));
    };
    window.addEventListener('pagehide', leave);
    return () => {
      window.removeEventListener('pagehide', leave);
      leave();
    };
  }, []);

  return (code) => {
    const { current, waiting } = state.current;
    if (waiting.includes(code) || (current?.code === code && !current.done)) return;
    waiting.push(code);
    if (current === null) next();
    else onWaiting([...waiting]);
  };
}
