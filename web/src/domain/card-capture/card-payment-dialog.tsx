import { useCardCollectors } from '../../lib/card-reader/use-card-collectors.ts';
import { useStepUp } from '../step-up/use-step-up.tsx';
import { CardDialog } from './card-dialog.tsx';
import { chargeCardRun } from './charge-card.ts';
import type { Approved, CardPaymentRequest } from './payment-request.ts';
import { useCardRun } from './use-card-run.ts';
import { usePaymentActions } from './use-payment-actions.ts';

export type { Approved, CardPaymentRequest } from './payment-request.ts';

interface CardPaymentDialogProps {
  title?: string;
  payment: CardPaymentRequest;
  onApproved: (approved: Approved) => void;
  onClose: () => void;
}

/** Charges a card, at the reader or in the form, as soon as the dialog opens (docs/rules/billing.md#charges). */
export function CardPaymentDialog({ title = 'Charge Card', payment, onApproved, onClose }: CardPaymentDialogProps) {
  const collectors = useCardCollectors();
  const stepUp = useStepUp();
  const parts = usePaymentActions(payment, collectors.chosen.reader, stepUp);
  const running = useCardRun((collector) => chargeCardRun({ ...parts, collector }), collectors, { onDone: onApproved, onClose });
  return (
    <>
      <CardDialog title={title} amount={payment.amount} done="Approved" submit="Charge" running={running} />
      {stepUp.dialog}
    </>
  );
}
