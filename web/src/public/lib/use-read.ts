import { useCallback, useEffect, useRef, useState } from 'react';
import { CallFailed } from './call.ts';

export interface Read<T> {
  /** Null until it was read. */
  data: T | null;
  failure: CallFailed | null;
  again: () => void;
}

interface State<T> {
  subject: string | null;
  attempt: number;
  data: T | null;
  failure: CallFailed | null;
}

/**
 * Reads while `subject` is set, and again when it changes; an answer for an earlier subject is dropped. Data of the earlier subject is not
 * shown for the new one.
 */
export function useRead<T>(subject: string | null, read: (signal: AbortSignal) => Promise<T>): Read<T> {
  const [state, setState] = useState<State<T>>({ subject, attempt: 0, data: null, failure: null });
  const [attempt, setAttempt] = useState(0);
  const reading = useRef(read);
  useEffect(() => {
    reading.current = read;
  });
  const isCurrent = state.subject === subject && state.attempt === attempt;
  const isOpen = subject !== null && !(isCurrent && (state.data !== null || state.failure !== null));
  useEffect(() => {
    if (!isOpen) return undefined;
    const canceled = new AbortController();
    const end = (outcome: Pick<State<T>, 'data' | 'failure'>): void => {
      if (!canceled.signal.aborted) setState({ subject, attempt, ...outcome });
    };
    reading.current(canceled.signal).then(
      (data) => end({ data, failure: null }),
      (error: unknown) => end({ data: null, failure: error instanceof CallFailed ? error : new CallFailed(null, 'unreadable') }),
    );
    return () => canceled.abort();
  }, [isOpen, subject, attempt]);
  const again = useCallback(() => setAttempt((count) => count + 1), []);
  return { data: isCurrent ? state.data : null, failure: isCurrent ? state.failure : null, again };
}
