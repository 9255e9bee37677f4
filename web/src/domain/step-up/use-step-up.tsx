import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import type { Endpoint } from '@washdesk/contracts/endpoint';
import { approvalCanceled, isCallFailure } from '../../lib/api/call-failure.ts';
import type { CallOf } from '../../lib/api/contract-call.ts';
import { holdKeys, holdKeysForNow } from '../../lib/held-keys/held-keys.ts';
import type { TriggerResult } from '../../lib/idempotent-requests/retry-idempotent.ts';
import { approvedCallOf, amountOf, needsApproval } from './approved-call.ts';
import type { ApprovedCall, AnyCall } from './approved-call.ts';
import { StepUpDialog } from './step-up-dialog.tsx';

/** A call that waits for the approval of a user with more roles. */
interface Waiting {
  action: ApprovedCall;
  title: string;
  amount: number | null;
  /** Why the user's own roles are not enough. */
  refusal: unknown;
  /** Sends the call with the approval. @returns why it is still rejected, null when the dialog is done */
  proceed: (approval: string) => Promise<unknown>;
  giveUp: () => void;
}

export interface StepUp {
  /**
   * Sends a call. If the roles are not enough, a manager may sign in for this call only, and it is sent again with the approval; without
   * one the caller gets `approvalCanceled`. Repeats under the same key use the first approval. `title` describes the approved call with its
   * amount, in place of the contract's summary and the body's amount.
   */
  ask: <E extends Endpoint, T>(
    contract: E,
    call: CallOf<E>,
    send: (call: CallOf<E>) => Promise<TriggerResult<T>>,
    title?: string,
  ) => Promise<TriggerResult<T>>;
  /** Render it once. */
  dialog: ReactNode;
}

/** A manager's immediate approval of a call above the user's role (docs/rules/access.md#approvals). The screen behind stays unchanged. */
export function useStepUp(): StepUp {
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  const current = useRef<Waiting | null>(null);
  /** Approvals by the call's Idempotency-Key. */
  const approvals = useRef(new Map<string, string>());
  /** Stops dropping keys. */
  const dropping = useRef<() => void>(() => undefined);
  useEffect(() => () => current.current?.giveUp(), []);

  const wait = (next: Waiting | null) => {
    current.current = next;
    dropping.current();
    // What is typed from now on is meant for the dialog and may be a PIN: keys are dropped until its field has the focus.
    if (next) dropping.current = holdKeys('drop');
    else holdKeysForNow('drop');
    setWaiting(next);
  };

  const ask: StepUp['ask'] = async (contract, call, send, title) => {
    const loose = call as AnyCall;
    const action = approvedCallOf(contract, loose);
    const approved = (approval: string) => ({ ...call, approval }) as typeof call;
    const known = approvals.current.get(action.key);
    const first = await send(known === undefined ? call : approved(known));
    if (!contract.approvable || !needsApproval(first.error) || current.current) return first;
    const { promise, resolve } = Promise.withResolvers<typeof first>();
    const finish = (sent: typeof first) => {
      wait(null);
      resolve(sent);
    };
    const proceed = async (approval: string) => {
      approvals.current.set(action.key, approval);
      const again = await send(approved(approval));
      if (needsApproval(again.error)) return again.error;
      finish(again);
      return null;
    };
    wait({
      action,
      title: title ?? contract.summary,
      amount: title === undefined ? amountOf(loose) : null,
      refusal: first.error,
      proceed,
      giveUp: () => finish({ ...first, error: notApproved(first.error) }),
    });
    return promise;
  };

  return {
    ask,
    dialog: waiting && (
      <StepUpDialog
        key={waiting.action.key}
        {...waiting}
        onReady={() => dropping.current()}
        onGiveUp={waiting.giveUp}
        onApproved={waiting.proceed}
      />
    ),
  };
}

const notApproved = (refused: unknown): unknown =>
  isCallFailure(refused) ? { ...refused, code: approvalCanceled, message: 'Not approved. Nothing was changed' } : refused;
