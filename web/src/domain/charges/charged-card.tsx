import type { Charge } from '@washdesk/contracts/billing/charge';
import { PaymentCard } from '../cards/payment-card.tsx';

/** The card that a charge was paid with, or the kind of payment where it was no card. */
export function ChargedCard({ details }: { details: Charge['payment_method_details'] }) {
  if (details?.brand && details.last4) return <PaymentCard brand={details.brand} last4={details.last4} />;
  return <>{details?.type ?? ''}</>;
}
