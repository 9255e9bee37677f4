import { useEffect, useRef, useState } from 'react';
import { v4 as uuid } from 'uuid';
import type { CallFailure } from '../../lib/api/call-failure.ts';
import type { RequestOutcome } from '../../lib/idempotent-requests/retry-idempotent.ts';
import type { OperationCheckResult } from '../../lib/idempotent-requests/use-operation-check.ts';
import { nativeRegister } from '../../lib/register-bridge/native-register.ts';
import type { PersistedRefund, CompletedRefund } from './persisted-refund.ts';
import type { EnteredRefund } from './refund-form.ts';

/** The response of both calls; only the open refund has `missing`. */
interface RefundAnswer {
  id: string;
  amount: number;
  missing?: number;
}

/** A completed refund: cents, and the register's sale that it pays out, null for none. */
export interface Refunded {
  id: string;
  amount: number;
  saleid: string | null;
}

interface RefundCalls {
  persisted: PersistedRefund;
  persist: (change: (before: PersistedRefund) => PersistedRefund) => void;
  /** Sends the refund under a key and repeats it while its outcome is unknown. */
  send: (key: string, entered: EnteredRefund) => Promise<RequestOutcome<RefundAnswer>>;
  /** Queries the outcome of a key without sending the refund again. */
  checkOutcome: (key: string) => Promise<OperationCheckResult<RefundAnswer>>;
  /** The register's sale that the refund pays out; null for none. */
  saleid: string | null;
  onRefunded: (refund: Refunded) => void;
}

export interface RefundRequest {
  busy: boolean;
  /** Whether the last check found the refund still running. */
  stillOpen: boolean;
  /** Why the refund was rejected, or the last failure of one with an unknown outcome. */
  failure: CallFailure | null;
  send: (entered: EnteredRefund) => Promise<void>;
  check: () => Promise<void>;
}

/** The API's error code for a key used with other values: this refund was sent before its form was changed. */
const keyReused = 'key_reused';

/**
 * One refund, made at most once: a double press, a lost response and a reload all use the same key; see
 * docs/decisions/0002-idempotency-keys.md. After a reload it queries the outcome automatically.
 */
export function useRefundRequest({ persisted, persist, send, checkOutcome, saleid, onRefunded }: RefundCalls): RefundRequest {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [stillOpen, setStillOpen] = useState(false);
  const underWay = useRef(false);
  /** The sale for which the refund was sent: after a reload the register may have passed another one. */
  const asked = useRef(persisted.saleid);

  const done = ({ id, amount, missing = 0 }: RefundAnswer): void => {
    const paidOut = asked.current;
    const tender = paidOut === null || nativeRegister() === null ? null : { saleid: paidOut, amountCents: -amount, outcome: null };
    const made: CompletedRefund = { id, amount, missing, job: uuid(), printed: null, tender };
    persist((before) => ({ ...before, key: null, sent: false, made }));
    onRefunded({ id, amount, saleid: paidOut });
  };

  const finish = async (key: string, result: OperationCheckResult<RefundAnswer> | RequestOutcome<RefundAnswer>): Promise<void> => {
    setFailure('failure' in result ? result.failure : null);
    setStillOpen(result.kind === 'open');
    if (result.kind === 'done') done(result.data);
    // The form was changed after a sent refund whose response was lost: the sent refund counts.
    else if (result.kind === 'refused' && result.failure.code === keyReused) await finish(key, await checkOutcome(key));
    else if (result.kind === 'refused') persist((before) => ({ ...before, key: null, sent: false }));
    // The refund may still be on its way to the server: the key stays, so that the next press cannot make a second refund.
    else if (result.kind === 'never') persist((before) => ({ ...before, sent: false }));
  };

  const runOnce = async (
    key: string,
    call: (key: string) => Promise<OperationCheckResult<RefundAnswer> | RequestOutcome<RefundAnswer>>,
  ): Promise<void> => {
    if (underWay.current) return;
    underWay.current = true;
    setBusy(true);
    setFailure(null);
    await finish(key, await call(key));
    underWay.current = false;
    setBusy(false);
  };

  const check = async (): Promise<void> => {
    if (persisted.key !== null) await runOnce(persisted.key, checkOutcome);
  };

  const resume = useRef(persisted.sent && persisted.made === null ? check : null);
  useEffect(() => {
    const checkNow = resume.current;
    resume.current = null;
    void checkNow?.();
  }, []);

  return {
    busy,
    stillOpen,
    failure,
    check,
    send: async (entered) => {
      const key = persisted.key ?? uuid();
      if (underWay.current) return;
      asked.current = saleid;
      persist((before) => ({ ...before, key, sent: true, saleid }));
      await runOnce(key, () => send(key, entered));
    },
  };
}
