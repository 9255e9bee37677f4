import { useCallback, useEffect, useRef, useState } from 'react';
import { CallFailed } from '../lib/call.ts';
import { reportError } from '../lib/report-error.ts';
import { tabStorage } from '../lib/tab-storage.ts';
import { sendSignature, type Signed } from './tablet-calls.ts';

/** A signature that the cloud may not have: sent again until it answers. The same one again is stored once. */
interface Unsent {
  id: string;
  signed: Signed;
}

/** In the browser's own storage: a tablet that is switched off without a connection sends it after its start. */
const storage = tabStorage('signature', () => window.localStorage);

export const storedUnsent = (): readonly Unsent[] => (storage.read('unsent') as Unsent[] | null) ?? [];

/** What became of a signature. `refused` has the code of the cloud's refusal. */
export type Sending = { kind: 'sent' } | { kind: 'kept' } | { kind: 'refused'; code: string };

const retryEveryMs = 5_000;

/** Whether a later attempt may succeed: no response, an overloaded or failing cloud, or a tablet that is enrolled again. */
const isPassing = ({ status }: CallFailed): boolean => status === null || status >= 500 || [401, 408, 429].includes(status);

async function attempt({ id, signed }: Unsent): Promise<Sending> {
  try {
    await sendSignature(id, signed);
    return { kind: 'sent' };
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error;
    return isPassing(error) ? { kind: 'kept' } : { kind: 'refused', code: error.code };
  }
}

interface Outbox {
  /** The requests whose signatures wait for the connection. */
  unsent: readonly string[];
  send: (id: string, signed: Signed) => Promise<Sending>;
}

/** Sends signatures, and keeps those that could not be sent. @param onSettled called when a kept one was sent or refused */
export function useOutbox(onSettled: (id: string, sending: Sending) => void): Outbox {
  const [kept, setKept] = useState(storedUnsent);
  const latest = useRef({ kept, onSettled });
  /** The requests whose signatures are being sent: only one call decides what became of each. */
  const underWay = useRef(new Set<string>());
  useEffect(() => {
    latest.current.onSettled = onSettled;
  });
  const keep = useCallback((change: (before: readonly Unsent[]) => readonly Unsent[]) => {
    latest.current.kept = change(latest.current.kept);
    storage.write('unsent', latest.current.kept);
    setKept(latest.current.kept);
  }, []);

  const send = useCallback(
    async (id: string, signed: Signed): Promise<Sending> => {
      // stored first: the tablet may be switched off while it is sent
      underWay.current.add(id);
      keep((before) => [...before.filter((one) => one.id !== id), { id, signed }]);
      const sending = await attempt({ id, signed }).finally(() => underWay.current.delete(id));
      if (sending.kind !== 'kept') keep((before) => before.filter((one) => one.id !== id));
      return sending;
    },
    [keep],
  );

  const count = kept.length;
  useEffect(() => {
    if (count === 0) return;
    let busy = false;
    const retry = async (): Promise<void> => {
      if (busy) return;
      busy = true;
      for (const one of latest.current.kept.filter(({ id }) => !underWay.current.has(id))) {
        const sending = await attempt(one);
        if (sending.kind === 'kept') break;
        keep((before) => before.filter(({ id }) => id !== one.id));
        if (sending.kind === 'refused') reportError(new Error(`Kept signature refused: ${sending.code}`));
        latest.current.onSettled(one.id, sending);
      }
      busy = false;
    };
    const now = (): void => void retry();
    now();
    const timer = setInterval(now, retryEveryMs);
    window.addEventListener('online', now);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', now);
    };
  }, [count, keep]);

  return { unsent: kept.map(({ id }) => id), send };
}
