import { useCardTakers } from '../../lib/card-reader/use-card-takers.ts';
import { useStepUp } from '../step-up/use-step-up.tsx';
import { CardDialog } from './card-dialog.tsx';
import type { Approved, PaymentWish } from './payment-wish.ts';
import { takingPayment } from './take-payment.ts';
import { useCardRun } from './use-card-run.ts';
import { usePaymentParts } from './use-payment-parts.ts';

export type { Approved, PaymentWish } from './payment-wish.ts';

interface CardPaymentDialogProps {
  title?: string;
  payment: PaymentWish;
  onApproved: (approved: Approved) => void;
  onClose: () => void;
}

/** Charges a card, at the reader or in the form, from the moment it is shown (front-desk section 4, "Customer Charge" and "Office charge"). */
export function CardPaymentDialog({ title = 'Charge Card', payment, onApproved, onClose }: CardPaymentDialogProps) {
  const takers = useCardTakers();
  const stepUp = useStepUp();
  const parts = usePaymentParts(payment, takers.chosen.reader, stepUp);
  const running = useCardRun((taker) => takingPayment({ ...parts, taker }), takers, { onDone: onApproved, onClose });
  return (
    <>
      <CardDialog title={title} amount={payment.amount} done="Approved" submit="Charge" running={running} />
      {stepUp.dialog}
    </>
  );
}
