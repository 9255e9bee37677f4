import { Button } from 'antd';
import { useState } from 'react';
import { openRefund } from '@washdesk/contracts/billing/refund';
import { cardName } from '@washdesk/rules/billing/card-brands';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { KeyHint } from '../../../components/input/key-hint.tsx';
import type { CapturedCard } from '../../../domain/card-capture/captured-card.ts';
import { CardCaptureDialog } from '../../../domain/card-capture/card-capture-dialog.tsx';
import { PaymentCard } from '../../../domain/cards/payment-card.tsx';
import { persistedRefund, newRefund } from '../../../domain/refund/persisted-refund.ts';
import { useOpenRefundMutation } from '../../../domain/refund/refund-api.ts';
import { dollarsField } from '../../../domain/refund/refund-form.ts';
import { RefundModal } from '../../../domain/refund/refund-modal.tsx';
import { RefundPanel } from '../../../domain/refund/refund-panel.tsx';
import { useRefundRequest, type Refunded } from '../../../domain/refund/use-refund-request.ts';
import { useStepUp } from '../../../domain/step-up/use-step-up.tsx';
import { useHotkey } from '../../../lib/hotkeys/use-hotkey.ts';
import { retryIdempotent } from '../../../lib/idempotent-requests/retry-idempotent.ts';
import { useOperationCheck } from '../../../lib/idempotent-requests/use-operation-check.ts';
import { usePersistedState } from '../../../lib/persisted/use-persisted-state.ts';
import styles from './refund-screen.module.css';

interface OpenRefundDialogProps {
  /** The register's sale to pay out. `amountCents` is the amount left to refund. */
  sale: { saleid: string | null; amountCents: number } | null;
  onRefunded: (refund: Refunded) => void;
  onClose: () => void;
}

/**
 * Refunds to a card at the counter, without a charge (see docs/rules/billing.md#open-refunds). The card is collected first; only then can
 * the refund be processed.
 */
export function OpenRefundDialog({ sale, onRefunded, onClose }: OpenRefundDialogProps) {
  const [initial] = useState(() => newRefund(dollarsField(sale?.amountCents ?? 0)));
  const [persisted, persist, clear] = usePersistedState('refund.open', persistedRefund, initial);
  const [capturing, setCapturing] = useState(false);
  const [refund] = useOpenRefundMutation();
  const stepUp = useStepUp();
  const checkOutcome = useOperationCheck();
  const { card } = persisted;

  const request = useRefundRequest({
    persisted,
    persist,
    saleid: sale?.saleid ?? null,
    onRefunded,
    checkOutcome: (key) => checkOutcome(openRefund, key),
    send: (idempotencyKey, entered) => {
      const body = { ...entered, setupIntent: card?.setupIntent };
      const query = card?.last4 ? { last4: card.last4 } : {};
      const title = `Refund ${centsToDollars(body.amount)} to the card ending in ${card?.last4 ?? '????'}`;
      return retryIdempotent(() => stepUp.ask(openRefund, { query, body, idempotencyKey }, refund, title));
    },
  });

  const close = (): void => {
    // A refund with an unknown outcome stays stored, so that it can be checked later.
    if (!persisted.sent) clear();
    onClose();
  };
  return (
    <>
      <RefundModal title="Open Refund" busy={request.busy} covered={capturing} onClose={close}>
        <RefundPanel
          persisted={persisted}
          persist={persist}
          request={request}
          refundable={null}
          card={card?.brand && card.last4 ? cardName({ brand: card.brand, last4: card.last4 }) : null}
          ready={card !== null && !capturing}
          onClose={close}
        >
          <CardToRefund card={card} disabled={persisted.sent} capturing={capturing} onCapture={() => setCapturing(true)} />
        </RefundPanel>
      </RefundModal>
      {capturing && (
        <CardCaptureDialog
          customer={null}
          title="Card to refund"
          onCaptured={(captured) => {
            setCapturing(false);
            persist((before) => ({ ...before, card: captured }));
          }}
          onClose={() => setCapturing(false)}
        />
      )}
      {stepUp.dialog}
    </>
  );
}

interface CardToRefundProps {
  card: CapturedCard | null;
  disabled: boolean;
  /** Whether the dialog above receives the keys. */
  capturing: boolean;
  onCapture: () => void;
}

function CardToRefund({ card, disabled, capturing, onCapture }: CardToRefundProps) {
  useHotkey(disabled || capturing ? null : 'F6', onCapture);
  return (
    <div className={styles.card}>
      <span role="status">{card ? <PaymentCard brand={card.brand ?? 'Card'} last4={card.last4 ?? '????'} /> : 'No card captured yet'}</span>
      <Button size="large" type={card ? 'default' : 'primary'} disabled={disabled} onClick={onCapture} aria-keyshortcuts="F6">
        {card ? 'Another Card' : 'Capture Card'}
        <KeyHint>F6</KeyHint>
      </Button>
      <p className={styles.about}>Refunds earlier charges to this card, newest first.</p>
    </div>
  );
}
