import { Button, Modal } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Failure } from '../../components/feedback/failure.tsx';
import { useDialogFocus } from '../../components/feedback/use-dialog-focus.ts';
import { KeyHint } from '../../components/input/key-hint.tsx';
import type { CallFailure } from '../../lib/api/call-failure.ts';
import { useHotkey } from '../../lib/hotkeys/use-hotkey.ts';
import { StatusBadge } from '../status/status-badge.tsx';
import { isApprovalCanceled } from './use-operation.ts';
import styles from './action-dialog.module.css';

interface ActionDialogProps {
  title: string;
  /** The button's text, such as 'Upgrade'. */
  confirm: string;
  /** Whether the action is permanent. */
  danger?: boolean;
  /** False while the action needs more input. */
  ready: boolean;
  operation: { busy: boolean; failure: CallFailure | null; unknown: boolean; check: () => Promise<boolean>; dialog: ReactNode };
  /** The success message; null until the action is done. */
  done: string | null;
  /** The message if the API returned none. */
  failed: string;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** How long an action's status is shown before its dialog closes. */
const statusMs = 2_000;

/** Confirms one action on a subscription, then shows its status and closes. */
export function ActionDialog(props: ActionDialogProps) {
  const { title, confirm, danger = false, ready, operation, done, failed, onConfirm, onClose, children } = props;
  const { busy, failure, unknown } = operation;
  const { content, placeFocus } = useDialogFocus();
  const open = done === null && !unknown;
  useHotkey(open && ready && !busy ? 'F2' : null, onConfirm);
  return (
    <>
      <Modal
        open
        title={title}
        footer={null}
        width={520}
        style={{ top: 40 }}
        closable={!busy}
        keyboard={!busy}
        mask={{ closable: false }}
        afterOpenChange={placeFocus}
        onCancel={onClose}
      >
        <div ref={content} className={styles.dialog}>
          {done === null && children}
          {done !== null && <Status tone="go" words={done} onOver={onClose} />}
          {done === null && failure && !unknown && <Refusal failure={failure} otherwise={failed} />}
          {unknown && !busy && <Unknown onCheck={() => void operation.check()} />}
          {(open || busy) && done === null && (
            <div className={styles.buttons}>
              <Button size="large" disabled={busy} onClick={onClose}>
                Cancel
                <KeyHint>Esc</KeyHint>
              </Button>
              <Button
                type="primary"
                size="large"
                danger={danger}
                loading={busy}
                disabled={!ready || unknown}
                onClick={onConfirm}
                aria-keyshortcuts="F2"
              >
                {confirm}
                <KeyHint>F2</KeyHint>
              </Button>
            </div>
          )}
        </div>
      </Modal>
      {operation.dialog}
    </>
  );
}

/** Shows an action's result long enough to read it. */
function Status({ tone, words, onOver }: { tone: 'go' | 'stop'; words: string; onOver: () => void }) {
  const over = useRef(onOver);
  useEffect(() => {
    over.current = onOver;
  });
  useEffect(() => {
    const timer = setTimeout(() => over.current(), statusMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" className={styles.status}>
      <StatusBadge tone={tone}>{words}</StatusBadge>
    </div>
  );
}

/** Shows a rejection large for two seconds, then keeps it above the button. */
function Refusal({ failure, otherwise }: { failure: CallFailure; otherwise: string }) {
  const [over, setOver] = useState<CallFailure | null>(null);
  if (isApprovalCanceled(failure)) return <p role="status">{failure.message}</p>;
  if (over === failure) return <Failure error={failure} otherwise={otherwise} />;
  return <Status key={failure.requestId} tone="stop" words={failure.message || otherwise} onOver={() => setOver(failure)} />;
}

/** Shows that the outcome is unknown. Check only queries it and never sends the action again. */
function Unknown({ onCheck }: { onCheck: () => void }) {
  return (
    <div role="status" className={styles.unknown}>
      <StatusBadge tone="wait">Checking whether this went through</StatusBadge>
      <p>Don’t try it another way. It may already be in progress.</p>
      <Button type="primary" size="large" autoFocus onClick={onCheck}>
        Check
      </Button>
    </div>
  );
}
