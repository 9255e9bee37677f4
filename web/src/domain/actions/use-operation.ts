import { useRef, useState, type ReactNode } from 'react';
import type { z } from 'zod';
import type { Endpoint } from '@washdesk/contracts/endpoint';
import { approvalCanceled, type CallFailure } from '../../lib/api/call-failure.ts';
import type { CallOf } from '../../lib/api/contract-call.ts';
import { retryIdempotent, type TriggerResult } from '../../lib/idempotent-requests/retry-idempotent.ts';
import { useOperationCheck } from '../../lib/idempotent-requests/use-operation-check.ts';
import { pendingRequests } from '../../lib/pending-requests/pending-requests.ts';
import { useStepUp } from '../step-up/use-step-up.tsx';

type AnswerOf<E extends Endpoint> = z.output<E['response']>;

/** Less than the time for which the API replays a key. */
const lifetimeMs = 12 * 3_600_000;
const requests = pendingRequests('customer-action', lifetimeMs);

export interface OperationCall<E extends Endpoint> {
  busy: boolean;
  /** Why the call was rejected; null otherwise. */
  failure: CallFailure | null;
  /** Whether the outcome is unknown; only `check` can continue. */
  unknown: boolean;
  /**
   * Sends the call at most once: a repeat of the same call uses the same key, even after a reload.
   * @param title what a manager approves if the user's roles are not enough
   * @returns whether it was done
   */
  send: (call: Omit<CallOf<E> & object, 'idempotencyKey' | 'approval'>, title?: string) => Promise<boolean>;
  /** Queries the outcome of the last call without sending it again. */
  check: () => Promise<boolean>;
  /** Clears the last failure. */
  forget: () => void;
  /** The approval dialog; render it once. */
  dialog: ReactNode;
}

/**
 * Sends a change to a customer's plan or money under an idempotency key (docs/decisions/0002-idempotency-keys.md).
 * @param onDone receives the response of a successful call and its key
 */
export function useOperation<E extends Endpoint>(
  contract: E,
  trigger: (call: CallOf<E>) => Promise<TriggerResult<AnswerOf<E>>>,
  onDone: (answer: AnswerOf<E>, key: string) => void,
): OperationCall<E> {
  const stepUp = useStepUp();
  const checkOutcome = useOperationCheck();
  const [state, setState] = useState<Pick<OperationCall<E>, 'busy' | 'failure' | 'unknown'>>(idle);
  const sent = useRef<{ subject: string; key: string } | null>(null);

  const during = async (work: () => Promise<Ending<AnswerOf<E>>>): Promise<boolean> => {
    setState({ ...idle, busy: true });
    const { data, failure = null, settled } = await work();
    if (settled && sent.current) requests.settle(sent.current.subject);
    setState({ busy: false, failure, unknown: !settled });
    if (data !== undefined) onDone(data, sent.current?.key ?? '');
    return data !== undefined;
  };

  return {
    ...state,
    forget: () => setState(idle),
    dialog: stepUp.dialog,
    send: (call, title) => {
      const subject = `${contract.id} ${JSON.stringify(call)}`;
      const key = requests.idFor(subject);
      sent.current = { subject, key };
      return during(async () => {
        const keyed = { ...call, idempotencyKey: key } as CallOf<E>;
        const outcome = await retryIdempotent(() => stepUp.ask(contract, keyed, trigger, title));
        if (outcome.kind === 'done') return { data: outcome.data, settled: true };
        return { failure: outcome.failure, settled: outcome.kind === 'refused' };
      });
    },
    check: () =>
      during(async () => {
        const found = sent.current && (await checkOutcome(contract, sent.current.key));
        if (found?.kind === 'done') return { data: found.data, settled: true };
        return { ...(found?.kind === 'refused' && { failure: found.failure }), settled: found?.kind !== 'open' };
      }),
  };
}

interface Ending<T> {
  data?: T;
  failure?: CallFailure;
  settled: boolean;
}

const idle = { busy: false, failure: null, unknown: false };

/** Whether the approval was canceled, which is not a failure. */
export const isApprovalCanceled = (failure: CallFailure | null): boolean => failure?.code === approvalCanceled;
