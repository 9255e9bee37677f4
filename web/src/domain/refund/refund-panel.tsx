import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from 'antd';
import { Failure } from '../../components/failure.tsx';
import { KeyHint } from '../../components/key-hint.tsx';
import { useHotkey } from '../../lib/hotkeys/use-hotkey.ts';
import { StatusBadge } from '../status-badge.tsx';
import type { KeptRefund } from './kept-refund.ts';
import { RefundFields } from './refund-fields.tsx';
import { isAboveRefundable, refundProblems } from './refund-form.ts';
import { RefundMade } from './refund-made.tsx';
import styles from './refund.module.css';
import type { RefundAct } from './use-refund-act.ts';

interface RefundPanelProps {
  kept: KeptRefund;
  keep: (change: (before: KeptRefund) => KeptRefund) => void;
  act: RefundAct;
  /** Cents; null where only the API knows. */
  refundable: number | null;
  /** False while something besides the fields is missing, or another dialog has the keys. */
  ready: boolean;
  /** What is refunded. */
  children: ReactNode;
  onClose: () => void;
}

/** A refund from its form to its receipt, whatever it is given back to. */
export function RefundPanel({ kept, keep, act, refundable, ready, children, onClose }: RefundPanelProps) {
  const [tried, setTried] = useState(false);
  const { form } = kept;
  const problems = refundProblems(form, refundable);
  const shown = tried ? problems : { amount: isAboveRefundable(form.amount, refundable) ? problems.amount : null, note: null };
  const process = (): void => {
    setTried(true);
    if (ready && problems.amount === null && problems.note === null) void act.send();
  };
  const open = kept.made === null && !kept.sent;
  useHotkey(open && ready ? 'F2' : null, process);

  if (kept.made) {
    const keepMade = (change: (before: NonNullable<KeptRefund['made']>) => NonNullable<KeptRefund['made']>): void =>
      keep((before) => ({ ...before, made: before.made && change(before.made) }));
    return <RefundMade made={kept.made} keep={keepMade} onClose={onClose} />;
  }
  return (
    <form
      className={styles.panel}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        process();
      }}
    >
      {children}
      <RefundFields
        form={form}
        problems={shown}
        fixed={kept.sent}
        onChange={(changed) => keep((before) => ({ ...before, form: changed }))}
      />
      {open && act.failure && <Failure title="Failed to Process Refund" error={act.failure} />}
      {kept.sent && !act.busy ? (
        <StillChecking act={act} />
      ) : (
        <div className={styles.acts}>
          <Button size="large" disabled={kept.sent} onClick={onClose}>
            Cancel
            <KeyHint>Esc</KeyHint>
          </Button>
          <Button type="primary" size="large" htmlType="submit" loading={act.busy} disabled={!ready} aria-keyshortcuts="F2">
            Process Refund
            <KeyHint>F2</KeyHint>
          </Button>
        </div>
      )}
    </form>
  );
}

/** Nobody knows the outcome yet. Check only looks: it can refund nothing a second time. */
function StillChecking({ act }: { act: RefundAct }) {
  return (
    <div className={styles.checking} role="status">
      <StatusBadge tone="wait">Still checking whether the refund was made</StatusBadge>
      <p>Do not refund it another way: the money may be on its way back.</p>
      {act.failure && <p>{act.failure.message}</p>}
      {act.stillOpen && <p>It is still under way. Please check again in a minute.</p>}
      <Button type="primary" size="large" autoFocus onClick={() => void act.check()}>
        Check
      </Button>
    </div>
  );
}
