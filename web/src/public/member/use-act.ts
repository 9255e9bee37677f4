import { useRef, useState } from 'react';
import { CallFailed } from '../lib/call.ts';
import { isOutcome, pendingKey } from '../lib/pending-key.ts';
import { reportError } from '../lib/report-error.ts';
import { tabStorage } from '../lib/tab-storage.ts';

interface Act<A extends unknown[]> {
  run: (...args: A) => Promise<void>;
  busy: boolean;
  failure: CallFailed | null;
}

const storage = tabStorage('member');

/**
 * A change of the member, one at a time. Its key stays until the outcome is known, so that a second press changes nothing twice.
 * @param work gets the key, then what `run` was called with; other arguments get another key
 */
export function useAct<A extends unknown[]>(name: string, work: (key: string, ...args: A) => Promise<void>): Act<A> {
  const [state, setState] = useState<{ busy: boolean; failure: CallFailed | null }>({ busy: false, failure: null });
  const isRunning = useRef(false);
  const run = async (...args: A): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setState({ busy: true, failure: null });
    const key = pendingKey(storage, name);
    try {
      await work(key.keyFor(args), ...args);
      key.settle();
      setState({ busy: false, failure: null });
    } catch (error) {
      const failure = error instanceof CallFailed ? error : new CallFailed(null, 'unexpected');
      if (!(error instanceof CallFailed)) reportError(error);
      if (isOutcome(failure)) key.settle();
      setState({ busy: false, failure });
    } finally {
      isRunning.current = false;
    }
  };
  return { run, ...state };
}
