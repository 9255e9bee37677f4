import { useCallback, useEffect, useRef, useState } from 'react';
import { CallFailed } from '../lib/call.ts';
import { listenForHints } from './live-hints.ts';
import { readWaiting, type Waiting } from './tablet-calls.ts';

const pollEveryMs = 5_000;

interface Polled extends Waiting {
  isOnline: boolean;
  /** The tablet was taken out of service. */
  isRefused: boolean;
  /** Reads the list at once, past the cloud's short cache. */
  refresh: () => void;
}

const isUnchanged = (shown: Waiting, read: Waiting): boolean =>
  read.version !== null && shown.version === read.version && shown.apiVersion === read.apiVersion;

/** Keeps the list of pending requests current: a poll every 5 s, and at once after a hint. */
export function useWaiting(terminal: string | null): Polled {
  const [waiting, setWaiting] = useState<Waiting>({ requests: [], version: null, apiVersion: null });
  const [state, setState] = useState<'online' | 'offline' | 'refused'>('online');
  const known = useRef<Waiting | null>(null);
  const refreshNow = useRef(() => undefined as void);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let stopped = false;
    let latest = 0;
    const poll = async (isHinted: boolean): Promise<void> => {
      clearTimeout(timer);
      const number = (latest += 1);
      // a later poll has been sent: its answer counts
      const isLate = (): boolean => stopped || number !== latest;
      try {
        const read = await readWaiting({ terminal, known: known.current, isHinted });
        if (isLate()) return;
        known.current = read;
        setWaiting((shown) => (isUnchanged(shown, read) ? shown : read));
        setState('online');
      } catch (error) {
        if (isLate()) return;
        const status = error instanceof CallFailed ? error.status : null;
        setState(status === 401 || status === 403 ? 'refused' : 'offline');
      }
      timer = setTimeout(() => void poll(false), pollEveryMs);
    };
    const pollNow = (): void => void poll(true);
    refreshNow.current = pollNow;
    known.current = null;
    void poll(false);
    const close = listenForHints(terminal, pollNow);
    window.addEventListener('online', pollNow);
    return () => {
      stopped = true;
      clearTimeout(timer);
      close();
      window.removeEventListener('online', pollNow);
    };
  }, [terminal]);
  const refresh = useCallback(() => refreshNow.current(), []);
  return { ...waiting, isOnline: state !== 'offline', isRefused: state === 'refused', refresh };
}
