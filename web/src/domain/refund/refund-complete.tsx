import { centsToDollars } from '@washdesk/rules/billing/money';
import { Button } from 'antd';
import { KeyHint } from '../../components/key-hint.tsx';
import { useHotkey } from '../../lib/hotkeys/use-hotkey.ts';
import type { Outcome } from '../../lib/register-bridge/register-bridge.ts';
import { Money } from '../money.tsx';
import { OutcomeBadge } from '../outcome-badge.tsx';
import { StatusBadge } from '../status-badge.tsx';
import type { CompletedRefund } from './persisted-refund.ts';
import styles from './refund.module.css';
import { useAfterRefund } from './use-after-refund.ts';

interface RefundCompleteProps {
  made: CompletedRefund;
  persist: (change: (before: CompletedRefund) => CompletedRefund) => void;
  onClose: () => void;
}

/** A completed refund: its amount and number, its receipt, and the register's sale. */
export function RefundComplete({ made, persist, onClose }: RefundCompleteProps) {
  const { busy, print, tender } = useAfterRefund(made, persist);
  const printAgain = (): void => {
    if (busy === null) void print();
  };
  useHotkey('F7', printAgain);
  return (
    <div className={styles.panel}>
      <div role="status" className={styles.made}>
        <StatusBadge tone="go">{`Refund [${made.id}] Processed Successfully`}</StatusBadge>
        <strong className={styles.amount}>
          <Money cents={made.amount} />
        </strong>
        {made.missing > 0 && (
          <StatusBadge tone="wait">{`${centsToDollars(made.missing)} could not be refunded: somebody refunded those charges meanwhile`}</StatusBadge>
        )}
        <Consequence outcome={made.printed} pending="Printing the receipt …" />
        {made.tender && <Consequence outcome={made.tender.outcome} pending="Tendering the sale in the register …" />}
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
