import type { Charge } from '@washdesk/contracts/billing/charge';
import { PaymentCard } from '../cards/payment-card.tsx';

/** The card that paid a charge, or its payment method if it was no card. */
export function ChargedCard({ details }: { details: Charge['payment_method_details'] }) {
  if (details?.brand && details.last4) return <PaymentCard brand={details.brand} last4={details.last4} />;
  return <>{details?.type ?? ''}</>;
}
