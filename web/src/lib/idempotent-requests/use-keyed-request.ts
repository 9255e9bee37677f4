import { useState } from 'react';
import type { CallFailure } from '../api/call-failure.ts';
import { pendingRequests } from '../pending-requests/pending-requests.ts';
import { useSession } from '../session/use-session.ts';
import { retryIdempotent, type TriggerResult } from './retry-idempotent.ts';

/** A working day: later the same entries mean another request. */
const lifetimeMs = 12 * 3_600_000;

export type KeyedRequestState =
  | { kind: 'open' | 'sending' }
  | { kind: 'refused'; failure: CallFailure }
  /** The outcome is unknown: sending the same subject again asks for it. */
  | { kind: 'unknown'; subject: string };

export interface KeyedRequest {
  state: KeyedRequestState;
  /** Sends the call under the subject's key. @returns the answer; undefined if it was rejected or the outcome is unknown */
  send: <T>(subject: string, call: (idempotencyKey: string) => Promise<TriggerResult<T>>) => Promise<T | undefined>;
  /** Clears the last rejection. */
  forget: () => void;
}

interface Options {
  /** Name of the request in the browser's storage. */
  kind: string;
  /** Codes of 5xx answers that mean nothing was changed. */
  nothingDone?: readonly string[];
  /** Whether a subject with an unknown outcome is on this screen. Without it, nothing is resumed after a reload. */
  takesUp?: (subject: string) => boolean;
}

/**
 * A change that is made once however often it is requested. The same subject of the same person keeps its key until the outcome is known,
 * even after a reload. Another person at this browser has other keys, because a key belongs to its caller.
 */
export function useKeyedRequest({ kind, nothingDone = [], takesUp }: Options): KeyedRequest {
  const owner = useSession()?.user.userid ?? '';
  const requests = pendingRequests(kind, lifetimeMs);
  const [state, setState] = useState<KeyedRequestState>(() => {
    const own = requests.subjects().map((one) => JSON.parse(one) as [owner: string, subject: string]);
    const unheard = own.find(([by, subject]) => by === owner && takesUp?.(subject));
    return unheard ? { kind: 'unknown', subject: unheard[1] } : { kind: 'open' };
  });
  return {
    state,
    forget: () => setState((before) => (before.kind === 'refused' ? { kind: 'open' } : before)),
    send: async (subject, call) => {
      if (state.kind === 'sending') return undefined;
      const pending = JSON.stringify([owner, subject]);
      const idempotencyKey = requests.idFor(pending);
      setState({ kind: 'sending' });
      const outcome = await retryIdempotent(() => call(idempotencyKey));
      const isKnown = outcome.kind !== 'unknown' || nothingDone.includes(outcome.failure.code);
      if (isKnown) requests.settle(pending);
      if (outcome.kind === 'done') {
        setState({ kind: 'open' });
        return outcome.data;
      }
      setState(isKnown ? { kind: 'refused', failure: outcome.failure } : { kind: 'unknown', subject });
      return undefined;
    },
  };
}
