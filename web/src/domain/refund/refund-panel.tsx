import { Button } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { Failure } from '../../components/feedback/failure.tsx';
import { KeyHint } from '../../components/input/key-hint.tsx';
import type { CallFailure } from '../../lib/api/call-failure.ts';
import { approvalCanceled } from '../../lib/api/call-failure.ts';
import { useZodForm } from '../../lib/forms/use-zod-form.ts';
import { useHotkey } from '../../lib/hotkeys/use-hotkey.ts';
import { StatusBadge } from '../status/status-badge.tsx';
import type { PersistedRefund } from './persisted-refund.ts';
import { RefundComplete } from './refund-complete.tsx';
import { RefundFields } from './refund-fields.tsx';
import { refundRules } from './refund-form.ts';
import type { RefundRequest } from './use-refund-request.ts';
import styles from './refund.module.css';

interface RefundPanelProps {
  persisted: PersistedRefund;
  persist: (change: (before: PersistedRefund) => PersistedRefund) => void;
  request: RefundRequest;
  /** Cents; null if only the API can determine it. */
  refundable: number | null;
  /** The card that receives the money, 'Visa 4242'; null if there is none or it is not loaded yet. */
  card: string | null;
  /** False while something besides the fields is missing, or another dialog receives the keys. */
  ready: boolean;
  /** Milliseconds after which a rejection disappears; stays if omitted. */
  messageMs?: number | undefined;
  /** What is refunded. */
  children: ReactNode;
  onClose: () => void;
}

/** A refund from its form to its receipt, for both refund dialogs. */
export function RefundPanel({ persisted, persist, request, refundable, card, ready, messageMs, children, onClose }: RefundPanelProps) {
  const form = useZodForm({
    schema: useMemo(() => refundRules(refundable), [refundable]),
    initial: persisted.form,
    onChange: (values) => persist((before) => ({ ...before, form: values })),
    onSubmit: (entered) => (ready ? request.send(entered) : undefined),
    failure: request.failure,
    fieldNames: { notes: 'note' },
  });
  const failure = useFailureFor(request.failure, messageMs);
  const open = persisted.made === null && !persisted.sent;
  const { setFocus } = form;
  useEffect(() => {
    if (ready) setFocus('amount');
  }, [ready, setFocus]);
  useHotkey(open && ready ? 'F2' : null, form.submit);

  if (persisted.made) {
    const persistCompleted = (change: (before: NonNullable<PersistedRefund['made']>) => NonNullable<PersistedRefund['made']>): void =>
      persist((before) => ({ ...before, made: before.made && change(before.made) }));
    return (
      <RefundComplete made={persisted.made} card={card} persist={persistCompleted} numbered={messageMs === undefined} onClose={onClose} />
    );
  }
  return (
    <form className={styles.panel} noValidate onSubmit={form.submit}>
      {children}
      <RefundFields control={form.control} refundable={refundable} fixed={persisted.sent} />
      {open && failure?.code === approvalCanceled && (
        <p role="status" className={styles.pending}>
          {failure.message}
        </p>
      )}
      {open && failure && failure.code !== approvalCanceled && <Failure title="Failed to Process Refund" error={failure} />}
      {persisted.sent && !request.busy ? (
        <StillChecking request={request} />
      ) : (
        <div className={styles.actions}>
          <Button size="large" disabled={persisted.sent} onClick={onClose}>
            Cancel
            <KeyHint>Esc</KeyHint>
          </Button>
          <Button type="primary" size="large" htmlType="submit" loading={request.busy} disabled={!ready} aria-keyshortcuts="F2">
            Process Refund
            <KeyHint>F2</KeyHint>
          </Button>
        </div>
      )}
    </form>
  );
}

/** Returns the failure while its message is shown. */
function useFailureFor(failure: CallFailure | null, messageMs: number | undefined): CallFailure | null {
  const [over, setOver] = useState<CallFailure | null>(null);
  useEffect(() => {
    if (failure === null || messageMs === undefined) return undefined;
    const timer = setTimeout(() => setOver(failure), messageMs);
    return () => clearTimeout(timer);
  }, [failure, messageMs]);
  return over === failure ? null : failure;
}

/** The refund's outcome is unknown. Check only queries it and never refunds again. */
function StillChecking({ request }: { request: RefundRequest }) {
  return (
    <div className={styles.checking} role="status">
      <StatusBadge tone="wait">Checking whether the refund went through</StatusBadge>
      <p>Don’t refund it another way. The refund may already be in progress.</p>
      {request.failure && <p>{request.failure.message}</p>}
      {request.stillOpen && <p>Still in progress. Check again in a minute.</p>}
      <Button type="primary" size="large" autoFocus onClick={() => void request.check()}>
        Check
      </Button>
    </div>
  );
}
