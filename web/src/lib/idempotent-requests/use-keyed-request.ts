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
  /** Nobody knows whether it was done: the same subject asks for it again. */
  | { kind: 'unknown'; subject: string };

export interface KeyedRequest {
  state: KeyedRequestState;
  /** Sends it under the subject's key. @returns the answer; undefined where it was refused, or nobody knows */
  send: <T>(subject: string, call: (idempotencyKey: string) => Promise<TriggerResult<T>>) => Promise<T | undefined>;
  /** Forgets the last refusal. */
  forget: () => void;
}

interface Options {
  /** Names the request in the browser's storage. */
  kind: string;
  /** Codes of 5xx answers which say that nothing was done. */
  nothingDone?: readonly string[];
  /** Whether a subject of which nobody has heard is one of what is shown; without it nothing is taken up after a reload. */
  takesUp?: (subject: string) => boolean;
}

/**
 * A change that is done once, however often it is asked for: the same subject of the same person bears the same key until its outcome is
 * known, also after a reload. Another person at this browser has other keys, since a key counts for whom it was made.
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
