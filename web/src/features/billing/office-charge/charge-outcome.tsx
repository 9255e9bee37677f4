import { Button } from 'antd';
import type { ReactNode } from 'react';
import { KeyHint } from '../../../components/input/key-hint.tsx';
import { CenterCard } from '../../../components/layout/center-card.tsx';
import type { PaymentState } from '../../../domain/card-capture/decline-of.ts';
import { ChargedCard } from '../../../domain/charges/charged-card.tsx';
import { Money } from '../../../domain/money.tsx';
import { usePrintButton } from '../../../domain/receipt-printing/use-print-button.ts';
import { OutcomeBadge } from '../../../domain/status/outcome-badge.tsx';
import { StatusBadge } from '../../../domain/status/status-badge.tsx';
import { useHotkey } from '../../../lib/hotkeys/use-hotkey.ts';
import { ReceiptLink } from './receipt-link.tsx';
import styles from './office-charge.module.css';

interface ChargeOutcomeProps {
  payment: PaymentState;
  onCheck: () => void;
  /** The link to the next screen. */
  children: ReactNode;
}

/** Shows the result; only a successful payment is called a charge, any other shows its state. */
export function ChargeOutcome({ payment, onCheck, children }: ChargeOutcomeProps) {
  const { status, amount, last_payment_error } = payment;
  if (status === 'succeeded') return <Succeeded payment={payment}>{children}</Succeeded>;
  if (status === 'canceled') {
    return (
      <CenterCard title="This charge was canceled" lead="Nothing was charged.">
        {children}
      </CenterCard>
    );
  }
  return (
    <CenterCard title="No result yet" lead="This charge hasn’t gone through yet.">
      <p className={styles.sum}>
        <Money cents={amount} />
      </p>
      {last_payment_error?.message && <p role="alert">{last_payment_error.message}</p>}
      <p>
        <Button size="large" type="primary" onClick={onCheck}>
          Check
        </Button>
      </p>
      {children}
    </CenterCard>
  );
}

function Succeeded({
  payment: { id, amount, description, latest_charge: charge },
  children,
}: {
  payment: PaymentState;
  children: ReactNode;
}) {
  const receipt = charge?.id ?? id;
  const { printed, printing, print } = usePrintButton({ id: receipt, kind: 'charge' });
  useHotkey('F7', print);
  return (
    <CenterCard title="Customer Charge Successfully">
      <p className={styles.sum}>
        <Money cents={amount} />
      </p>
      <p className={styles.paid}>
        <StatusBadge tone="go">Approved</StatusBadge>
        {charge && <ChargedCard details={charge.payment_method_details} />}
        {description}
      </p>
      <div className={styles.links}>
        <ReceiptLink id={receipt} />
        {charge?.receipt_url && (
          <a href={charge.receipt_url} target="_blank" rel="noreferrer">
            Stripe receipt
          </a>
        )}
        <Button size="large" loading={printing} onClick={print} aria-keyshortcuts="F7">
          Print Receipt
          <KeyHint>F7</KeyHint>
        </Button>
      </div>
      <div role="status" className={styles.printed}>
        {printed && <OutcomeBadge outcome={printed} />}
      </div>
      {children}
    </CenterCard>
  );
}
