import { Alert } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Charge } from '@washdesk/contracts/billing/charge';
import { refundCharge } from '@washdesk/contracts/billing/refund';
import { cardName } from '@washdesk/rules/billing/card-brands';
import { centsToDollars } from '@washdesk/rules/billing/money';
import { retryIdempotent } from '../../lib/idempotent-requests/retry-idempotent.ts';
import { useOperationCheck } from '../../lib/idempotent-requests/use-operation-check.ts';
import { usePersistedState } from '../../lib/persisted/use-persisted-state.ts';
import { useStepUp } from '../step-up/use-step-up.tsx';
import { ChargeSummary } from './charge-summary.tsx';
import { persistedRefund, newRefund } from './persisted-refund.ts';
import { useRefundChargeMutation } from './refund-api.ts';
import { dollarsField } from './refund-form.ts';
import { RefundModal } from './refund-modal.tsx';
import { RefundPanel } from './refund-panel.tsx';
import { useRefundRequest, type Refunded } from './use-refund-request.ts';

export interface RefundDialogProps {
  charge: Charge;
  /** The fingerprint of the customer's current card; null if there is none, undefined while it loads. */
  currentFingerprint?: string | null | undefined;
  /** The register's sale to pay out with it. `amountCents` is the amount left to refund. */
  sale?: { saleid: string | null; amountCents: number } | null;
  /** Milliseconds after which the result disappears, with the dialog if the refund was made; stays if omitted. */
  messageMs?: number;
  onRefunded?: (refund: Refunded) => void;
  onClose: () => void;
}

/**
 * Refunds a charge fully or partially; see docs/rules/billing.md#refunds. Form and running refund survive a reload: the screen opens the
 * dialog again for the same charge.
 */
export function RefundDialog({
  charge,
  currentFingerprint,
  sale = null,
  messageMs,
  onRefunded = () => undefined,
  onClose,
}: RefundDialogProps) {
  const [initial] = useState(() => newRefund(dollarsField(firstAmount(charge, sale))));
  const [persisted, persist, clear] = usePersistedState(`refund.${charge.id}`, persistedRefund, initial);
  const [refund] = useRefundChargeMutation();
  const stepUp = useStepUp();
  const checkOutcome = useOperationCheck();

  const request = useRefundRequest({
    persisted,
    persist,
    saleid: sale?.saleid ?? null,
    onRefunded,
    checkOutcome: (key) => checkOutcome(refundCharge, key),
    send: (idempotencyKey, body) => {
      const title = `Refund ${centsToDollars(body.amount)} of a charge of ${centsToDollars(charge.amount_captured)}`;
      return retryIdempotent(() => stepUp.ask(refundCharge, { params: { chargeId: charge.id }, body, idempotencyKey }, refund, title));
    },
  });

  const close = (): void => {
    // A refund with an unknown outcome stays stored, so that it can be checked later.
    if (!persisted.sent) clear();
    onClose();
  };
  const isMade = persisted.made !== null;
  const closeByItself = useEffectEvent(close);
  useEffect(() => {
    if (!isMade || messageMs === undefined) return undefined;
    const timer = setTimeout(closeByItself, messageMs);
    return () => clearTimeout(timer);
  }, [isMade, messageMs]);
  return (
    <>
      <RefundModal title="Refund" busy={request.busy} onClose={close}>
        <RefundPanel
          persisted={persisted}
          persist={persist}
          request={request}
          refundable={charge.refundable}
          card={cardOf(charge)}
          ready
          messageMs={messageMs}
          onClose={close}
        >
          <ChargeSummary charge={charge} />
          {isAnotherCard(charge, currentFingerprint) && (
            <Alert type="warning" showIcon title="Current Payment Method does not match Charge Payment Method" />
          )}
        </RefundPanel>
      </RefundModal>
      {stepUp.dialog}
    </>
  );
}

function cardOf({ payment_method_details: details }: Charge): string | null {
  return details?.brand && details.last4 ? cardName({ brand: details.brand, last4: details.last4 }) : null;
}

/** Returns the full refundable amount, or the sale's amount if it is smaller. Cents. */
function firstAmount({ refundable }: Charge, sale: RefundDialogProps['sale']): number {
  const wanted = sale?.amountCents ?? refundable;
  return wanted <= refundable ? wanted : refundable;
}

/** Whether the charge's card, which receives the money, is not the customer's current one. */
function isAnotherCard({ payment_method_details }: Charge, current: string | null | undefined): boolean {
  return current !== undefined && current !== (payment_method_details?.fingerprint ?? null);
}
