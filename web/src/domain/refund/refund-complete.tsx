import { Button } from 'antd';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { KeyHint } from '../../components/input/key-hint.tsx';
import { useHotkey } from '../../lib/hotkeys/use-hotkey.ts';
import type { Outcome } from '../../lib/register-bridge/register-bridge.ts';
import { OutcomeBadge } from '../status/outcome-badge.tsx';
import { StatusBadge } from '../status/status-badge.tsx';
import { ToneShape } from '../status/tone-shape.tsx';
import type { CompletedRefund } from './persisted-refund.ts';
import { useAfterRefund } from './use-after-refund.ts';
import styles from './refund.module.css';

interface RefundCompleteProps {
  made: CompletedRefund;
  /** The card that receives the money, 'Visa 4242'; null if it was no card. */
  card: string | null;
  persist: (change: (before: CompletedRefund) => CompletedRefund) => void;
  /** Whether the refund's number is shown, as a register needs it. */
  numbered: boolean;
  onClose: () => void;
}

/** A completed refund: its amount, card, number and receipt, and the register's sale. */
export function RefundComplete({ made, card, persist, numbered, onClose }: RefundCompleteProps) {
  const { busy, print, tender } = useAfterRefund(made, persist);
  const printAgain = (): void => {
    if (busy === null) void print();
  };
  useHotkey('F7', printAgain);
  return (
    <div className={styles.panel}>
      <div role="status" className={styles.made}>
        <strong className={styles.refunded}>
          <ToneShape tone="go" size={32} />
          <span>{`Refunded ${centsToDollars(made.amount)}${card === null ? '' : ` to ${card}`}`}</span>
        </strong>
        <small className={styles.number}>{numbered ? `Refund [${made.id}] Processed Successfully` : 'Refund Processed Successfully'}</small>
        {made.missing > 0 && (
          <StatusBadge tone="wait">{`${centsToDollars(made.missing)} wasn’t refunded: those charges were already refunded`}</StatusBadge>
        )}
        <Consequence outcome={made.printed} pending="Printing receipt…" />
        {made.tender && <Consequence outcome={made.tender.outcome} pending="Tendering the sale at the register…" />}
      </div>
      <div className={styles.actions}>
        <Button size="large" loading={busy === 'print'} onClick={printAgain} aria-keyshortcuts="F7">
          Print Receipt
          <KeyHint>F7</KeyHint>
        </Button>
        {made.tender?.outcome?.ok === false && (
          <Button size="large" loading={busy === 'tender'} onClick={() => void tender()}>
            Tender Again
          </Button>
        )}
        <Button type="primary" size="large" autoFocus onClick={onClose}>
          Close
        </Button>
      </div>
    </div>
  );
}

function Consequence({ outcome, pending }: { outcome: Outcome | null; pending: string }) {
  if (outcome === null) return <span className={styles.pending}>{pending}</span>;
  return <OutcomeBadge outcome={outcome} />;
}
