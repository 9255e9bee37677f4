import type { Charge } from '@washdesk/contracts/billing/charge';
import { RefundDialog, type RefundDialogProps } from '../../../domain/refund/refund-dialog.tsx';
import { useCardsOfPayerQuery } from './refund-api.ts';

/** The refund of a charge that was found, with the card that pays for its customer today. */
export function ChargeRefund({ charge, ...rest }: Omit<RefundDialogProps, 'currentFingerprint'> & { charge: Charge }) {
  const { customer } = charge;
  const { data } = useCardsOfPayerQuery({ params: { id: customer?.id ?? '' } }, { skip: customer === null });
  const current = data && (data.cards.find((card) => card.default)?.details.fingerprint ?? null);
  return <RefundDialog charge={charge} currentFingerprint={current} {...rest} />;
}
